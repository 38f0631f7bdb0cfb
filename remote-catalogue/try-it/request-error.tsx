import type { ApiTarget } from '@portico/shared/api/api-target.ts'
import { Alert } from '@portico/shared/ui/alert.tsx'
import { useRef } from 'react'
import { type Entry, getEntryName } from '../model/entry.ts'
import type { ApiRequest } from '../request/build-request.ts'
import { curl } from '../samples/curl.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import type { RequestFailure } from './send-request.ts'
import styles from './try-it.module.css'

interface RequestErrorProps {
  readonly failure: RequestFailure
  readonly request: ApiRequest
  readonly entry: Entry
  readonly target: ApiTarget
}

const messages: Readonly<Record<Exclude<RequestFailure, 'refused'>, string>> = {
  cancelled: 'The call was cancelled. The provider may have counted it all the same.',
  timeout: 'No answer came within a minute. The provider may be busy: try again later.',
  offline: 'You are offline. Connect to a network, then send the request again.',
}

/** Why no answer came, and what to do. */
export function RequestError({ failure, request, entry, target }: RequestErrorProps) {
  const code = useRef<HTMLElement>(null)
  if (failure !== 'refused') return <Alert tone="danger">{messages[failure]}</Alert>
  const line = curl({ request, output: entry.row.output }) ?? ''
  return (
    <>
      <Alert tone="danger">
        The browser got no answer that it may read.{' '}
        {target.isSandbox
          ? 'The sandbox of this site cannot be reached.'
          : 'Either the provider cannot be reached, or it does not let pages of other sites read its answers (CORS). Outside of a browser this line does the same:'}
      </Alert>
      <div className={styles.line}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line scrolls, and arrows scroll it */}
        <pre tabIndex={0}>
          <code ref={code}>{line}</code>
        </pre>
        <CopyButton
          text={line}
          name={`the curl line of ${getEntryName(entry)}`}
          onRefused={() => code.current && getSelection()?.selectAllChildren(code.current)}
        />
      </div>
    </>
  )
}
