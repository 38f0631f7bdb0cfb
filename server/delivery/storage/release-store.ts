import type { ReleaseRecord } from '@portico/shared/release/release-record.ts'
import type { Configuration } from '../../configuration/configuration.ts'
import { folderStore } from './folder-store.ts'
import { releaseObjects } from './release-objects.ts'
import { openBucket } from './s3-bucket.ts'
import { s3Store } from './s3-store.ts'

/** A release, and what its files have to hash to. */
export interface NamedRelease {
  /** `shell`, or the name of a remote. */
  readonly app: string
  /** `<version>-<hash8>` */
  readonly id: string
  readonly files: ReleaseRecord['files']
}

/** Reads a file of what is to be stored; null: there is none of that name. */
export type ReadFile = (name: string) => Promise<Buffer | null>

/** A release that stands whole beside its place. */
export interface PreparedRelease {
  /** Where it stands. */
  readonly folder: string
  /** Puts it in its place, which takes no longer than a rename. */
  place(): Promise<void>
  /** Removes what stands beside; nothing after `place`. */
  discard(): Promise<void>
}

/**
 * Keeps the files of releases: in the data folder, or in an S3-compatible store with the data folder as what was read
 * of it. Files never change: each is checked against the hash of its record, on the way in and on the way out.
 */
export interface ReleaseStore {
  /**
   * Stores a release whole or not at all; does nothing where it is there already and whole. Throws a PublishError where
   * a file is missing or another one than the record says.
   */
  keep(read: ReadFile, release: NamedRelease): Promise<void>
  /** The same in two steps: everything that takes time, and putting it in its place. */
  prepare(read: ReadFile, release: NamedRelease): Promise<PreparedRelease>
  /**
   * Sees to it that the files of a release stand in the data folder of this machine. False: they are stored nowhere.
   * Throws a PublishError where the store has other bytes than were published.
   */
  bring(release: NamedRelease): Promise<boolean>
  /**
   * Stores a release that stands in the data folder of this machine and nowhere else. False: it is stored already, or
   * does not stand there. Throws a PublishError where it is not what was published.
   */
  adopt(release: NamedRelease): Promise<boolean>
  /** Removes all files of a release. */
  remove(release: ReleaseName): Promise<void>
  /** Releases of which it has files, and has had them for a day: what no record names was left by a killed publish. */
  names(): Promise<ReleaseName[]>
}

/** A release by its name. */
export type ReleaseName = Pick<NamedRelease, 'app' | 'id'>

/** The store that the configuration names. */
export function openReleaseStore({
  dataDir,
  releaseStore,
}: Pick<Configuration, 'dataDir' | 'releaseStore'>): ReleaseStore {
  const folder = folderStore(dataDir)
  return releaseStore === null
    ? folder
    : s3Store(folder, { dataDir, objects: releaseObjects(openBucket(releaseStore)) })
}
