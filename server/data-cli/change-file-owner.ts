import { lchown, lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const root = 0

/**
 * Gives what a command has written as root to the owner of the data folder, who runs the server and could not open it
 * otherwise. Does nothing for other users.
 */
export async function changeFileOwner(dataDir: string): Promise<void> {
  if (process.getuid?.() !== root) return
  const owner = await stat(dataDir).catch(() => null)
  if (owner === null || owner.uid === root) return
  // With types, because without them readdir goes into what symbolic links point at.
  for (const { parentPath, name } of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(parentPath, name)
    const found = await lstat(path).catch(() => null) // a running server may have deleted it
    if (found?.uid !== root) continue
    // The owner could have made a second name for a file of the system here.
    if (found.isFile() && found.nlink > 1) continue
    await lchown(path, owner.uid, owner.gid)
  }
}
