import { paths } from '@portico/kit/paths.ts'
import { useIsHydrating } from '@portico/kit/use-is-hydrating.ts'
import type { SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { previewBannerId } from './banner-id.ts'
import styles from './preview-banner.module.css'

/** Names the releases that only this visitor sees; renders nothing without a preview. */
export function PreviewBanner({ remotes }: { remotes: readonly SelectedRemote[] }) {
  const previews = remotes.filter(({ arm }) => arm === 'preview')
  const unavailable = previews.filter(({ local }) => typeof local?.problem === 'string')
  const previewed = previews.filter((remote) => !unavailable.includes(remote))
  // The prerendered HTML has no banner.
  if (useIsHydrating() || previews.length === 0) return null
  return (
    <aside id={previewBannerId} className={styles.banner} aria-label="Preview">
      <strong>Preview.</strong>{' '}
      {previewed.length > 0 && (
        <>
          You're viewing{' '}
          {previewed.map(({ name, release, local }, index) => (
            <span key={name}>
              {index > 0 && ' and '}
              {name} <code>{getReleaseId(release)}</code>
              {local && ` from ${local.from}`}
            </span>
          ))}
          . Other visitors don't see it.{' '}
        </>
      )}
      {unavailable.map(({ name, local }) => (
        <span key={name}>
          {local?.problem}, so you're viewing the public release of {name}.{' '}
        </span>
      ))}
      <form className={styles.end} method="post" action={paths.previewEnd}>
        <button type="submit">End preview</button>
      </form>
    </aside>
  )
}
