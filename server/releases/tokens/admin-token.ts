import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { link, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { formatUtc } from '@portico/kit/format.ts'
import { systemActors } from '@portico/protocol/tokens/token-api.ts'
import type { FastifyBaseLogger } from 'fastify'
import { createDataFolder } from '../../configuration/create-data-folder.ts'
import { makeChange } from '../changes/make-change.ts'
import { findExpiry } from '../changes/require-active-token.ts'
import type { ReleaseStorage } from '../storage/release-store.ts'
import { createToken, hasToken } from './token-repository.ts'
import { generateSecret, parseTokenId } from './token-secret.ts'

const name = systemActors.admin
const days = 366

/** The file with the secret of this machine's first token. */
export const getAdminTokenFile = (dataDir: string): string => join(dataDir, 'admin-token')

/**
 * Creates the first token, which may do everything, and stores its secret in `DATA_DIR/admin-token`, readable only by its
 * owner. If the file exists its token stays as it is, and a revoked one isn't restored. To get a new one, delete the file
 * and restart.
 */
export async function ensureAdminToken(services: ReleaseStorage): Promise<void> {
  const file = getAdminTokenFile(services.configuration.dataDir)
  if (!existsSync(file)) await write(file, generateSecret())
  const secret = readFileSync(file, 'utf8').trim()
  const id = parseTokenId(secret)
  if (id === null)
    throw new Error(`${file}: expected a token, got something else. Delete the file to make a new one.`)
  await makeChange(services, systemActors.site, async ({ trx, audit }) => {
    if (await hasToken(trx, id)) return
    const { secret: _secret, ...after } = await createToken(trx, { name, scopes: ['admin'], days }, secret)
    audit({ what: 'token.create', after })
  })
}

/** The secret in the file of this machine's first token; null: there is no file. */
export function readAdminToken(dataDir: string): string | null {
  const file = getAdminTokenFile(dataDir)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

const warnDays = 30
const dayMs = 24 * 3_600_000

/** Logs a warning if the admin token of this machine expires soon, or has expired. */
export async function warnAboutAdminToken(
  { configuration, db }: ReleaseStorage,
  log: FastifyBaseLogger,
): Promise<void> {
  const file = getAdminTokenFile(configuration.dataDir)
  const id = parseTokenId(readAdminToken(configuration.dataDir) ?? '')
  const expiresAt = id === null ? null : await findExpiry(db, id)
  if (expiresAt === null || expiresAt > Date.now() + warnDays * dayMs) return
  const when = expiresAt > Date.now() ? 'expires' : 'expired or was revoked'
  log.warn(
    `The admin token in ${file} ${when} on ${formatUtc(expiresAt)}. To get a new one, delete the file and restart.`,
  )
}

// Written to a temporary file and linked, so that the file is never incomplete and the first of two processes wins.
async function write(file: string, secret: string): Promise<void> {
  createDataFolder(dirname(file))
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(`${secret}\n`)
    await handle.sync()
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await handle.close()
    await rm(draft)
  }
}
