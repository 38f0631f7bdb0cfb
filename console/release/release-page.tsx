import { paths } from '@portico/kit/paths.ts'
import { Alert } from '@portico/kit/ui/alert.tsx'
import { ReleaseDetailSchema } from '@portico/protocol/publish/release-detail.ts'
import { useParams } from 'react-router'
import { useResource } from '../app/use-resource.ts'
import { ReleaseView } from './release-view.tsx'

/** `/remotes/:remote/releases/:release`: everything the site knows about a release. */
export function ReleasePage() {
  const { remote = '', release = '' } = useParams()
  const path = `${paths.publish}/${encodeURIComponent(remote)}/${encodeURIComponent(release)}/detail`
  const { data, problem } = useResource(path, ReleaseDetailSchema)
  return (
    <>
      <Alert tone="danger">{problem}</Alert>
      {data !== null && <ReleaseView detail={data} />}
    </>
  )
}
