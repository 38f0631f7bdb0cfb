import { paths } from '@portico/kit/paths.ts'
import { CopyButton } from '@portico/kit/ui/copy-button.tsx'
import { PreviewSchema } from '@portico/protocol/rollout/rollout-api.ts'
import { isActive } from '@portico/protocol/rollout/rollout-record.ts'
import { send } from '../app/send.ts'
import { ReasonDialog } from '../ui/reason-dialog.tsx'
import { Time } from '../ui/time.tsx'
import type { DialogProps } from './dialog-props.ts'

interface PreviewDialogProps extends DialogProps {
  /** The release to show; missing: whichever is rolled out. */
  readonly release?: string
}

/** Creates a link that shows a release to testers. */
export function PreviewDialog({ app, onClose, release }: PreviewDialogProps) {
  const isFollowing = release === undefined
  const isIdle = isFollowing && (app.rollout === null || !isActive(app.rollout))
  return (
    <ReasonDialog
      title={`Create a preview link for ${app.name}?`}
      action="Create link"
      reason="none"
      onClose={onClose}
      onConfirm={async () => {
        const body = { remote: app.name, ...(release !== undefined && { version: release }) }
        const created = await send({ method: 'POST', path: paths.previews, body, response: PreviewSchema })
        return (
          <>
            <p>
              <a href={created.url}>{created.url}</a> It expires <Time at={created.expiresAt} />.
            </p>
            <CopyButton text={created.url} label="link" />
          </>
        )
      }}
    >
      <p>
        Whoever opens the link gets {release ?? 'the release that is being rolled out'} in that browser;
        nobody else does.
        {isIdle && ' No rollout is in progress: until one starts, it shows what everyone gets.'}
      </p>
    </ReasonDialog>
  )
}
