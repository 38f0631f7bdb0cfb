import type { FastifyBaseLogger } from 'fastify'
import type { Configuration } from '../../configuration/configuration.ts'
import { StoreUnavailableError } from '../storage/s3-bucket.ts'
import { openKitStore } from './kit-store.ts'

interface Context {
  readonly configuration: Configuration
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** Publishes the remote kit in a folder of builds, if it has one. A site starts without its newest kit, too. */
export async function publishKit(folder: string, { configuration, log }: Context): Promise<void> {
  try {
    await openKitStore(configuration).publish(folder)
  } catch (err) {
    if (!(err instanceof StoreUnavailableError)) throw err
    log.warn({ err }, 'The remote kit was not published. The next start tries again.')
  }
}
