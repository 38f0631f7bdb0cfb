import { type FileHandle, open } from 'node:fs/promises'

const ioError = 10 // SQLITE_IOERR

/** The write-ahead log of a SQLite database, through which every commit reaches the disk. */
export interface SqliteLog {
  /**
   * Waits until everything that was committed is on the disk. A thread of libuv waits for the disk: SQLite’s own sync would block
   * the event loop. Rejects with an error that has SQLite's code.
   */
  sync(): Promise<void>
  close(): Promise<void>
}

/** Opens the log of the database at `file` before its first sync: it exists while the database is open in WAL mode. */
export function openSqliteLog(file: string): SqliteLog {
  let handle: FileHandle | undefined
  return {
    async sync() {
      try {
        handle ??= await open(`${file}-wal`, 'r+') // Windows syncs only what it may write
        await handle.datasync()
      } catch (cause) {
        const error = new Error('The database could not be written to the disk.', { cause })
        throw Object.assign(error, { errcode: ioError })
      }
    },
    async close() {
      await handle?.close()
    },
  }
}
