import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyBaseLogger } from 'fastify'
import writeFileAtomic from 'write-file-atomic'
import type { Configuration } from '../../configuration/configuration.ts'
import { readFileIfExists } from '../storage/folder-store.ts'
import { type Bucket, openBucket, StoreUnavailableError } from '../storage/s3-bucket.ts'

const decompress = promisify(gunzip)
const idShape = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.]+)?-[0-9a-f]{8}$/
const currentFile = 'current'
const extension = '.tgz'

type KitLocation = Pick<Configuration, 'dataDir' | 'releaseStore'>

/**
 * Packages of the remote kit: in the data folder and, if one is configured, in the release store, from which every server
 * gets them. None is ever removed or replaced, because lock files of teams name the URL and the hash of one. A method throws a
 * StoreUnavailableError if the release store does not respond.
 */
export function openKitStore({ dataDir, releaseStore }: KitLocation) {
  const folder = join(dataDir, 'kits')
  const bucket = releaseStore === null ? null : openBucket(releaseStore)

  async function write(name: string, bytes: Buffer): Promise<void> {
    await mkdir(folder, { recursive: true })
    await writeFileAtomic(join(folder, name), bytes)
  }

  /** The copy in the release store wins: another server may have packed the same files into other bytes. */
  async function ensureStored(name: string, built: string): Promise<void> {
    const found = (await bucket?.get(toKey(name))) ?? null
    const stored = found !== null && (await isWhole(found)) ? found : null
    const bytes = stored ?? (await readFileIfExists(join(folder, name))) ?? (await readFile(built))
    if (stored === null) await bucket?.put(toKey(name), bytes)
    if (stored !== null || !existsSync(join(folder, name))) await write(name, bytes)
  }

  async function makeCurrent(id: string): Promise<void> {
    await bucket?.put(toKey(currentFile), Buffer.from(id))
    await write(currentFile, Buffer.from(id))
  }

  async function read(id: string): Promise<Buffer | null> {
    if (!idShape.test(id)) return null
    const name = `${id}${extension}`
    const local = await readFileIfExists(join(folder, name))
    if (local !== null || bucket === null) return local
    const stored = await readWhole(bucket, name)
    if (stored !== null) await write(name, stored)
    return stored
  }

  return {
    /** Publishes the kit in a folder of builds, if it has one, and makes it current. */
    async publish(builds: string): Promise<void> {
      const id = await findBuiltKit(builds)
      if (id === null) return
      await ensureStored(`${id}${extension}`, join(builds, `kit-${id}.tgz`))
      await makeCurrent(id)
    },
    /** The id of the kit that was published last; null: none was. */
    async readCurrent(): Promise<string | null> {
      const bytes =
        (await bucket?.get(toKey(currentFile))) ?? (await readFileIfExists(join(folder, currentFile)))
      const id = bytes?.toString('utf8') ?? ''
      return idShape.test(id) ? id : null
    },
    read,
    makeCurrent,
    list: () => listIds(folder, bucket),
    /** Stores a package that another site or a backup has, unless there is one of that id. */
    async add(id: string, bytes: Buffer): Promise<void> {
      if (!idShape.test(id)) throw new Error(`Expected the id of a kit, got ${JSON.stringify(id)}.`)
      const name = `${id}${extension}`
      if (bucket !== null && (await bucket.get(toKey(name))) === null) await bucket.put(toKey(name), bytes)
      if (!existsSync(join(folder, name))) await write(name, bytes)
    },
  }
}

async function readWhole(bucket: Bucket, name: string): Promise<Buffer | null> {
  const stored = await bucket.get(toKey(name))
  if (stored === null || (await isWhole(stored))) return stored
  throw new StoreUnavailableError(`RELEASE_STORE has a damaged ${toKey(name)}. Start the site again.`)
}

/** Whether a package has every byte that was compressed: gzip has a checksum. */
function isWhole(bytes: Buffer): Promise<boolean> {
  return decompress(bytes).then(
    () => true,
    () => false,
  )
}

async function listIds(folder: string, bucket: Bucket | null): Promise<string[]> {
  const names = new Set(existsSync(folder) ? await readdir(folder) : [])
  if (bucket !== null)
    for await (const { key } of bucket.list(toKey(''))) names.add(key.slice(toKey('').length))
  return [...names]
    .filter((name) => name.endsWith(extension))
    .map((name) => name.slice(0, -extension.length))
    .filter((id) => idShape.test(id))
    .toSorted()
}

const toKey = (name: string) => `kits/${name}`

/** The id of the newest kit in a folder of builds; null: there is none. */
async function findBuiltKit(folder: string): Promise<string | null> {
  const found: { readonly id: string; readonly builtAt: number }[] = []
  for (const name of await readdir(folder)) {
    const id = /^kit-(.+)\.tgz$/.exec(name)?.[1]
    if (id !== undefined && idShape.test(id))
      found.push({ id, builtAt: (await stat(join(folder, name))).mtimeMs })
  }
  return found.toSorted((a, b) => b.builtAt - a.builtAt)[0]?.id ?? null
}

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
