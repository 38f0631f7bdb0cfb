import type { ReleaseRecord } from '@portico/protocol/release/release-record.ts'
import type { Configuration } from '../../configuration/configuration.ts'
import type { Db } from '../../database/tables.ts'

/** A build can't be published; the message says what to do. */
export class InvalidBuildError extends Error {
  override name = 'InvalidBuildError'
}

/** What names a release: they become a path, so nothing else may be in them. */
export const releaseNameShapes = {
  app: /^[a-z][a-z0-9-]*$/,
  id: /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.]+)?-[0-9a-f]{8}$/,
} as const

export interface ReleaseName {
  /** `shell`, or the name of a remote. */
  readonly app: string
  /** `<version>-<hash8>` */
  readonly id: string
}

/** A release, and the expected hashes of its files. */
export interface NamedRelease extends ReleaseName {
  readonly files: ReleaseRecord['files']
  /** Name of its upload in an S3-compatible store; null: the one derived from its files. */
  readonly upload: string | null
}

/** Objects of one upload of a release. No upload is ever written again after it may have been removed. */
export interface Upload extends ReleaseName {
  readonly upload: string
}

export interface StoredUpload extends Upload {
  /** Of its newest object, by the store's clock. */
  readonly ageMs: number
}

/** Reads a file of a release; null: there is no file of that name. */
export type ReadFile = (name: string) => Promise<Buffer | null>

/** Returns the content of a release's deltas file; null: it has none. Called only if the release isn't stored yet. */
export type GetDeltas = () => Promise<Buffer | null>

/** A complete release at a temporary path, ready to be committed. */
export interface StagedRelease {
  readonly folder: string
  /** What the release's record must contain about the upload. */
  readonly upload: string | null
  /** Moves the release to its final path, which takes no longer than a rename. */
  commit(): Promise<void>
  /** Removes the temporary files; does nothing after `commit`. */
  discard(): Promise<void>
}

/**
 * Stores the files of releases: in the data folder, or in an S3-compatible store with the data folder as a cache. Files
 * never change, and each is checked against the hash in its record, both when it is written and when it is read back.
 */
export interface ReleaseStore {
  /**
   * Stores a release completely or not at all; does nothing if it is already stored and intact. Throws an
   * InvalidBuildError if a file is missing or differs from the record.
   */
  store(read: ReadFile, release: NamedRelease, getDeltas?: GetDeltas): Promise<void>
  /**
   * The same in two steps, with deltas to earlier releases: everything slow first, then a fast `commit`. The upload is
   * always a new one, so that it can't be one that is being removed.
   */
  stage(read: ReadFile, release: NamedRelease, getDeltas?: GetDeltas): Promise<StagedRelease>
  /**
   * Ensures that the files of a release are in this machine's data folder. False: they aren't stored anywhere. Throws an
   * InvalidBuildError if the store has different bytes than were published.
   */
  ensureLocal(release: NamedRelease): Promise<boolean>
  /**
   * Uploads a release that only exists in this machine's data folder. False: it is already stored, or isn't there.
   * Throws an InvalidBuildError if it differs from what was published.
   */
  importLocal(release: NamedRelease): Promise<boolean>
  /** Whether this machine has every file of a release, undamaged. */
  isIntact(release: NamedRelease): Promise<boolean>
  /**
   * Reads the stored files of a release, with compressed copies and deltas, by file name; null: there are none. Doesn't
   * check hashes.
   */
  readAll(release: NamedRelease): Promise<ReadonlyMap<string, Buffer> | null>
  removeLocal(release: ReleaseName): Promise<void>
  /** Removes an upload. It waits for the store, so never call it inside a change. */
  removeUpload(upload: Upload): Promise<void>
  getUpload(release: NamedRelease): Upload
  /** Uploads that are at least a day old; one that no record names was left behind. */
  listUploads(): Promise<StoredUpload[]>
}

/** Where releases and rollouts are stored: in the database, and in the folders and the store of the configuration. */
export interface ReleaseStorage {
  readonly db: Db
  readonly configuration: Configuration
}
