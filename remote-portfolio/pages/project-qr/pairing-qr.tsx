import clockIcon from '@lucide/icons/icons/clock'
import { Link } from '@portico/kit/contract/router.ts'
import { formatCount } from '@portico/kit/format.ts'
import { paths } from '@portico/kit/paths.ts'
import { createQrCode, drawQr } from '@portico/kit/qr-code.ts'
import { CopyButton } from '@portico/kit/ui/copy-button.tsx'
import { Icon } from '@portico/kit/ui/icon.tsx'
import { NoScriptNote } from '@portico/kit/ui/no-script-note.tsx'
import { PageHeader } from '@portico/kit/ui/page-header.tsx'
import { useEffect, useLayoutEffect, useState } from 'react'
import { followPairing, type PairingCode } from './pairing-stream.ts'
import { QrActions } from './qr-actions.tsx'
import { QrImage } from './qr-image.tsx'
import styles from './route.module.css'

interface PairingQrProps {
  readonly slug: string
  readonly name: string
  /** URL of the server-sent events that carry the codes. */
  readonly stream: string
}

/** The current code that pairs a phone with a bot. */
export function PairingQr({ slug, name, stream }: PairingQrProps) {
  const pairing = usePairing(stream)
  const title = `Pair ${name}`
  const label = `QR code that pairs a phone with ${name}`
  const text = pairing.kind === 'code' ? pairing.code.text : ''
  const code = text === '' ? null : createQrCode(text)
  return (
    <div className={styles.page}>
      <PageHeader kicker={<Link to="/projects">Projects</Link>} title={title}>
        In WhatsApp, open “Linked devices”, choose “Link a device” and scan the code.{' '}
        <span className={styles.needsScript}>It is replaced before it expires.</span>
      </PageHeader>
      <div className={styles.columns}>
        <div className={styles.paper}>
          {code && <QrImage drawing={drawQr(code)} label={label} />}
          <noscript>
            <img className={styles.code} src={`${paths.pairing}${slug}.svg`} alt={label} />
          </noscript>
        </div>
        <div className={styles.side}>
          <NoScriptNote>
            The code changes every few seconds. If it is missing or no longer works,{' '}
            <a href={`/projects/${slug}/qr`}>show the current one</a>.
          </NoScriptNote>
          <p className={`${styles.state} ${styles.needsScript}`} role="status">
            {describePairing(pairing, code !== null)}
          </p>
          {pairing.kind === 'code' && <RemainingTime key={pairing.code.expiresAt} code={pairing.code} />}
          {pairing.kind === 'code' && code && (
            <>
              <p className={styles.actions}>
                <CopyButton text={text} label="pairing code" />
              </p>
              <QrActions {...{ code, title, label }} stem={`${slug}-pairing`} />
            </>
          )}
        </div>
      </div>
    </div>
  )
}

/** Not announced: a number that changes every second would drown out everything else. */
function RemainingTime({ code }: { readonly code: PairingCode }) {
  const seconds = useSecondsUntil(code.expiresAt)
  return (
    <p className={styles.countdown}>
      <Icon icon={clockIcon} />
      {seconds === 0 ? 'Code expired. Waiting for the next one…' : `${formatCount(seconds, 'second')} left`}
    </p>
  )
}

function describePairing(pairing: Pairing, hasImage: boolean): string {
  switch (pairing.kind) {
    case 'waiting':
      return 'Waiting for a pairing code…'
    case 'lost':
      return 'The bot isn’t responding. Trying again in a few seconds.'
    case 'paired':
      return 'Paired. The bot is connected to your phone.'
    case 'code':
      return hasImage ? 'Scan the code.' : 'The bot sent a code that is too long to display.'
  }
}

type Pairing =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'code'; readonly code: PairingCode }
  | { readonly kind: 'paired' }
  | { readonly kind: 'lost' }

/** Follows a pairing stream while the page is open. */
function usePairing(stream: string): Pairing {
  const [pairing, setPairing] = useState<Pairing>({ kind: 'waiting' })
  useEffect(() => {
    const controller = new AbortController()
    void followPairing(stream, { signal: controller.signal, onEvent: setPairing })
    return () => controller.abort()
  }, [stream])
  return pairing
}

const tickMs = 1000

/** Counts down the whole seconds until `time`, to 0. */
function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(() => Date.now())
  // A layout effect, so that the first second starts when the number is painted.
  useLayoutEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(clock)
  }, [])
  return Math.max(0, Math.ceil((time - now) / 1000))
}
