import clockIcon from '@lucide/icons/icons/clock'
import { Link } from '@portico/shared/contract/router.ts'
import { CopyButton } from '@portico/shared/ui/copy-button.tsx'
import { Icon } from '@portico/shared/ui/icon.tsx'
import { PageHead } from '../../ui/page-header/page-header.tsx'
import type { PairingCode } from './pairing-stream.ts'
import styles from './project-qr-page.module.css'
import { QrActions } from './qr-actions.tsx'
import { qrCodeOf } from './qr-code.ts'
import { QrImage } from './qr-image.tsx'
import { type Pairing, usePairing, useSecondsUntil } from './use-pairing.ts'

interface PairingQrProps {
  readonly slug: string
  readonly name: string
  /** Address of the server-sent events that bring the codes. */
  readonly stream: string
}

/** The code that pairs a phone with a bot, for as long as it can be scanned. */
export function PairingQr({ slug, name, stream }: PairingQrProps) {
  const pairing = usePairing(stream)
  const title = `Pairing code of ${name}`
  const label = `QR code that pairs a phone with ${name}`
  const code = pairing.kind === 'code' ? qrCodeOf(pairing.code.text) : null
  return (
    <div className={styles.page}>
      <PageHead kicker={<Link to="/projects">Projects</Link>} title={title}>
        In WhatsApp, open “Linked devices”, choose “Link a device” and scan the code. A new one comes before
        the old one ends.
      </PageHead>
      <div className={styles.columns}>
        <div className={styles.paper}>{code && <QrImage code={code} label={label} />}</div>
        <div className={styles.side}>
          <p className={styles.state} role="status">
            {stateInWords(pairing, code !== null)}
          </p>
          {pairing.kind === 'code' && <TimeLeft key={pairing.code.expiresAt} code={pairing.code} />}
          {pairing.kind === 'code' && code && (
            <>
              <p className={styles.actions}>
                <CopyButton text={pairing.code.text} label="pairing code" />
              </p>
              <QrActions code={code} stem={`${slug}-pairing`} title={title} label={label} />
            </>
          )}
        </div>
      </div>
    </div>
  )
}

/** Not spoken: a number that changes every second would drown everything else. */
function TimeLeft({ code }: { readonly code: PairingCode }) {
  const seconds = useSecondsUntil(code.expiresAt)
  return (
    <p className={styles.left}>
      <Icon icon={clockIcon} />
      {seconds === 0 ? 'This code has ended; the next one is on its way.' : `${seconds} seconds left`}
    </p>
  )
}

function stateInWords(pairing: Pairing, isDrawn: boolean): string {
  switch (pairing.kind) {
    case 'waiting':
      return 'Waiting for a pairing code.'
    case 'lost':
      return 'The bot does not answer at the moment. It is asked again in a few seconds.'
    case 'paired':
      return 'Paired. The bot is connected to your phone.'
    case 'code':
      return isDrawn ? 'A code is ready to be scanned.' : 'The bot sent a code that is too long to be drawn.'
  }
}
