import { open } from 'node:fs/promises'
import { onTestFinished, vi } from 'vitest'

/** Observes, until the test has finished, how files are synced to the disk. */
export async function spyOnSyncs() {
  const file = await open(import.meta.filename)
  const spy = vi.spyOn(Object.getPrototypeOf(file) as typeof file, 'datasync')
  await file.close()
  onTestFinished(() => spy.mockRestore())
  return spy
}
