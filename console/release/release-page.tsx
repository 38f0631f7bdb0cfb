import { paths } from '@portico/kit/paths.ts'
import { Alert } from '@portico/kit/ui/alert.tsx'
import { consolePaths } from '@portico/protocol/console-paths.ts'
import { ReleaseDetailSchema } from '@portico/protocol/publish/release-detail.ts'
import { getVersion } from '@portico/protocol/release/release-record.ts'
import { OverviewSchema } from '@portico/protocol/rollout/overview-api.ts'
import { useState } from 'react'
import { useParams } from 'react-router'
import { ActionButton } from '../actions/action-button.tsx'
import { PreviewDialog } from '../actions/preview-dialog.tsx'
import { Page } from '../app/page.tsx'
import { useResource } from '../app/use-resource.ts'
import { ReleaseView } from './release-view.tsx'

/** `/remotes/:remote/releases/:release`: everything the site knows about a release. */
export function ReleasePage() {
  const { remote = '', release = '' } = useParams()
  const path = `${paths.publish}/${encodeURIComponent(remote)}/${encodeURIComponent(release)}/detail`
  const { data, problem } = useResource(path, ReleaseDetailSchema)
  return (
    <Page title={`${remote} ${getVersion(release)}`}>
      <Alert tone="danger">{problem}</Alert>
      {data !== null && <ReleaseView detail={data} actions={<Preview remote={remote} release={data.id} />} />}
    </Page>
  )
}

function Preview({ remote, release }: { readonly remote: string; readonly release: string }) {
  const { data } = useResource(consolePaths.overview, OverviewSchema)
  const [isOpen, setOpen] = useState(false)
  const app = data?.apps.find(({ name, kind }) => name === remote && kind === 'remote')
  if (app === undefined) return null
  return (
    <>
      <ActionButton name="Preview link" verb="preview" remote={remote} onClick={() => setOpen(true)} />
      {isOpen && <PreviewDialog app={app} release={release} onClose={() => setOpen(false)} />}
    </>
  )
}
