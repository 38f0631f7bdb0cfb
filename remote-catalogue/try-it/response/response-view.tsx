import { formatNumber } from '@portico/kit/format.ts'
import { Alert } from '@portico/kit/ui/alert.tsx'
import { Button, getButtonClass } from '@portico/kit/ui/button.tsx'
import { prefersReducedMotion } from '@portico/kit/ui/reduced-motion.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ChainedLinks } from '../../chaining/chained-links.tsx'
import { useChainTargets } from '../../chaining/use-chain-targets.ts'
import { type Entry, getEntryName } from '../../model/entry.ts'
import { getEssence } from '../identify-body.ts'
import { useObjectUrl } from '../use-object-url.ts'
import type { ApiResponse } from '../use-request.ts'
import { describeError } from './describe-error.ts'
import { JsonView } from './json-view.tsx'
import { formatBytes, getFileName, type ResponseContent, readResponse } from './read-response.ts'
import styles from './response-view.module.css'
import scrollBox from './scroll-box.module.css'

/** A response: its status and its content; of an error, the reason first. */
export function ResponseView({ response, entry }: { readonly response: ApiResponse; readonly entry: Entry }) {
  const { status, body, fileName, rateLimitHeaders } = response
  const url = useObjectUrl(body)
  const content = useResponseContent(response)
  const box = useRef<HTMLDivElement>(null)
  // The response may be below the visible part of the page.
  const scrollIntoView = useCallback(() => box.current?.scrollIntoView({ block: 'nearest' }), [])
  useEffect(() => {
    if (content) scrollIntoView()
  }, [content, scrollIntoView])
  const isError = status >= 400
  const view = content && url && (
    <ContentView content={content} url={url} entry={entry} onImageLoad={scrollIntoView} />
  )
  return (
    <div ref={box} className={styles.response}>
      <div className={styles.head}>
        <Alert tone="danger">{isError && content && describeError(status, content)}</Alert>
        <StatusLine response={response} isError={isError} />
      </div>
      {isError && view ? (
        <details>
          <summary>Error response</summary>
          {view}
        </details>
      ) : (
        view
      )}
      {rateLimitHeaders.length > 0 && (
        <dl className={styles.limits}>
          {rateLimitHeaders.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {url && content && content.kind !== 'nothing' && (
        <a
          className={getButtonClass('secondary', 'small')}
          href={url}
          download={fileName ?? getFileName(entry.row.code, body.type, content)}
        >
          Save response
        </a>
      )}
    </div>
  )
}

function StatusLine({ response, isError }: { readonly response: ApiResponse; readonly isError: boolean }) {
  const { status, statusText, durationMs, body, isComplete, declaredType } = response
  return (
    <p className={styles.status} role="status">
      <strong data-ok={!isError}>
        {status} {statusText}
      </strong>
      <span>{formatNumber(durationMs)} ms</span>
      <span>
        {formatBytes(body.size)}
        {!isComplete && ', incomplete'}
      </span>
      <span>{getEssence(declaredType) || 'unknown type'}</span>
    </p>
  )
}

function ContentView({
  content,
  url,
  entry,
  onImageLoad,
}: {
  readonly content: ResponseContent
  readonly url: string
  readonly entry: Entry
  /** An image's size is known only once it has loaded. */
  readonly onImageLoad: () => void
}) {
  const targets = useChainTargets(entry.row)
  const from = getEntryName(entry)
  switch (content.kind) {
    case 'json':
      return (
        <JsonView
          value={content.value}
          renderAfter={(name, value) => (
            <ChainedLinks targets={targets} from={from} name={name} value={value} />
          )}
        />
      )
    case 'text':
      return (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and arrows scroll it */}
          <pre className={`${scrollBox.box} ${styles.text}`} tabIndex={0}>
            {content.text}
          </pre>
          {content.isTruncated && (
            <p className={styles.note}>Truncated. Save the response to see the rest.</p>
          )}
        </>
      )
    case 'image':
      return <img className={styles.image} src={url} alt={`Response of ${from}`} onLoad={onImageLoad} />
    case 'animated-image':
      return <AnimatedImage url={url} name={from} />
    case 'video':
      // biome-ignore lint/a11y/useMediaCaption: the API sends no captions
      return <video className={styles.image} src={url} controls aria-label={`Response of ${from}`} />
    case 'audio':
      // biome-ignore lint/a11y/useMediaCaption: the API sends no captions
      return <audio className={styles.audio} src={url} controls aria-label={`Response of ${from}`} />
    case 'nothing':
      return <p className={styles.note}>The response has no content.</p>
    case 'file':
      return <p className={styles.note}>The response is a file that can’t be shown here.</p>
  }
}

function useResponseContent(response: ApiResponse): ResponseContent | null {
  const [content, setContent] = useState<ResponseContent | null>(null)
  useEffect(() => {
    let isCurrent = true
    void readResponse(response).then((read) => isCurrent && setContent(read))
    return () => {
      isCurrent = false
    }
  }, [response])
  return content
}

interface AnimatedImageProps {
  readonly url: string
  readonly name: string
}

/** An image that may be animated. It can be paused, and starts paused for visitors who prefer reduced motion. */
function AnimatedImage({ url, name }: AnimatedImageProps) {
  const [isPlaying, setPlaying] = useState(() => !prefersReducedMotion())
  return (
    <div className={styles.animated}>
      {isPlaying ? (
        <img className={styles.image} src={url} alt={`Response of ${name}`} />
      ) : (
        <FirstFrame url={url} name={name} />
      )}
      <Button tone="secondary" size="small" onClick={() => setPlaying(!isPlaying)}>
        {isPlaying ? 'Stop animation' : 'Play animation'}
      </Button>
    </div>
  )
}

/** The first frame on a canvas: browsers can't pause an image. */
function FirstFrame({ url, name }: AnimatedImageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const image = new Image()
    image.onload = () => {
      if (canvas.current === null) return
      canvas.current.width = image.naturalWidth
      canvas.current.height = image.naturalHeight
      canvas.current.getContext('2d')?.drawImage(image, 0, 0)
    }
    image.src = url
    return () => {
      image.onload = null
    }
  }, [url])
  return (
    <canvas ref={canvas} className={styles.image} role="img" aria-label={`Response of ${name}, paused`} />
  )
}
