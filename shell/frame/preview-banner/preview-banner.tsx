import { paths } from '@portico/shared/paths.ts'
import type { ChosenRemote } from '@portico/shared/release/document.ts'
import { releaseId } from '@portico/shared/release/release-record.ts'
import { useIsAhead } from '../../ahead/use-is-ahead.ts'
import styles from './preview-banner.module.css'

/** Says which releases only this visitor sees; nothing where there are none. */
export function PreviewBanner({ remotes }: { remotes: readonly ChosenRemote[] }) {
  const previews = remotes.filter(({ arm }) => arm === 'preview')
  const missing = previews.filter(({ local }) => typeof local?.problem === 'string')
  const seen = previews.filter((remote) => !missing.includes(remote))
  // What was rendered ahead knows of no preview.
  if (useIsAhead() || previews.length === 0) return null
  return (
    <aside className={styles.banner} aria-label="Preview">
      <strong>Preview.</strong>{' '}
      {seen.length > 0 && (
        <>
          You see{' '}
          {seen.map(({ name, release, local }, at) => (
            <span key={name}>
              {at > 0 && ' and '}
              {name} <code>{releaseId(release)}</code>
              {local && ` from ${local.from}`}
            </span>
          ))}
          , which other visitors do not.{' '}
        </>
      )}
      {missing.map(({ name, local }) => (
        <span key={name}>
          {local?.problem}, so you see {name} as everyone does.{' '}
        </span>
      ))}
      <a href={paths.previewEnd}>End the preview</a>
    </aside>
  )
}
