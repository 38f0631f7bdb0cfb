import { scryptSync } from 'node:crypto'
import { handleTasks } from '../../http/background/handle-tasks.ts'

export interface KeySource {
  readonly password: string
  readonly salt: string
}

// As better-auth does it, so that its hashes stay valid: 80 ms, 32 MB.
const keyBytes = 64
const cost = { N: 16_384, r: 16, p: 1 }
const options = { ...cost, maxmem: 128 * cost.N * cost.r * 2 }

handleTasks(({ password, salt }: KeySource): string =>
  scryptSync(password.normalize('NFKC'), salt, keyBytes, options).toString('hex'),
)
