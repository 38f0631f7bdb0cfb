import { paths } from '@portico/kit/paths.ts'
import { useIsHydrating } from '@portico/kit/use-is-hydrating.ts'
import type { SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { previewBannerId } from './banner-id.ts'
import styles from './preview-banner.module.css'

/** Names the releases that only this visitor sees; renders nothing without a preview. */
export function PreviewBanner({ remotes }: { remotes: readonly SelectedRemote[] }) {
  const previews = remotes.filter(({ arm }) => arm === 'preview')
  // The prerendered HTML has no banner.
  if (useIsHydrating() || previews.length === 0) return null
  return (
    <aside id={previewBannerId} className={styles.banner} aria-label="Preview">
      <strong>Preview.</strong> You're viewing{' '}
      {previews.map(({ name, release }, index) => (
        <span key={name}>
          {index > 0 && ' and '}
          {name} <code>{getReleaseId(release)}</code>
        </span>
      ))}
      . Other visitors don't see it.{' '}
      <form className={styles.end} method="post" action={paths.previewEnd}>
        <button type="submit">End preview</button>
      </form>
    </aside>
  )
}
