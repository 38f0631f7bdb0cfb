import { useRef } from 'react'
import { CopyButton } from '../ui/copy-button.tsx'
import { keyPlaceholder } from './example-request.ts'
import styles from './request-text.module.css'
import { requestText, type WrittenRequest } from './write-request.ts'

interface RequestProps {
  readonly request: WrittenRequest
  /** Whose request it is, for example `Neon glow`. */
  readonly of: string
}

/** An example request that can be read and copied. */
export function Request({ request, of }: RequestProps) {
  const code = useRef<HTMLElement>(null)
  const select = () => code.current && getSelection()?.selectAllChildren(code.current)
  return (
    <div className={styles.request}>
      <code ref={code} className={styles.code}>
        {request.body === null ? <Address request={request} /> : requestText(request)}
      </code>
      <CopyButton text={requestText(request)} name={`the request of ${of}`} onRefused={select} />
    </div>
  )
}

function Address({ request }: { readonly request: WrittenRequest }) {
  return (
    <>
      {request.base}
      {request.query.map(({ name, value }, index) => (
        <span key={name} className={styles.line}>
          <span className={styles.name}>
            {index === 0 && !request.base.includes('?') ? '?' : '&'}
            {name}=
          </span>
          <span className={value === keyPlaceholder ? styles.placeholder : undefined}>{value}</span>
        </span>
      ))}
    </>
  )
}
