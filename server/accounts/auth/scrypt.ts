import { randomBytes } from 'node:crypto'
import { createWorkerPool } from '../../http/background/worker-pool.ts'
import { equalsSecret } from '../../http/signature.ts'
import type { KeySource } from './derive-key.ts'
import type { PasswordAlgorithm } from './passwords.ts'

const saltBytes = 16

/**
 * scrypt with the parameters and the format of better-auth, in threads with a lower priority than requests. Starts its threads
 * on demand: one for each password that is hashed at the same time.
 */
export function createScrypt() {
  const workers = createWorkerPool<KeySource, string>({
    module: './derive-key',
    importer: import.meta,
  })
  return {
    async hash(password: string): Promise<string> {
      const salt = randomBytes(saltBytes).toString('hex')
      return `${salt}:${await workers.run({ password, salt })}`
    },
    async verify({ hash, password }: Parameters<PasswordAlgorithm['verify']>[0]): Promise<boolean> {
      const [salt = '', key = ''] = hash.split(':')
      const actual = Buffer.from(await workers.run({ password, salt }))
      return equalsSecret(actual, Buffer.from(key))
    },
    stop: workers.stop,
  }
}
