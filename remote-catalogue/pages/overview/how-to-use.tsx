import { sandboxKeys } from '@portico/kit/api/sandbox-keys.ts'
import { useHost } from '@portico/kit/contract/contract.ts'
import { whenOwner } from '@portico/kit/site/owner-marks.ts'
import { useApiTarget } from '../../request/use-api-target.ts'
import styles from './how-to-use.module.css'

/** How to call the API, in three steps. */
export function HowToUse() {
  const { site } = useHost()
  const { base } = useApiTarget()
  return (
    <section className={styles.steps} aria-label="How to use it">
      <div className={styles.step}>
        <h2 className={styles.heading}>Get a key</h2>
        {whenOwner(
          site,
          'apiBase',
          (address) => (
            <p>
              Every request needs an API key. Get one from the API: <a href={address}>{address}</a>
            </p>
          ),
          () => (
            <p>
              Every request needs an API key. Requests go to this site’s sandbox, which has two free keys for
              everyone: <code>{sandboxKeys.free}</code> opens everything except paid endpoints,{' '}
              <code>{sandboxKeys.paid}</code> opens those too.
            </p>
          ),
        )}
      </div>
      <div className={styles.step}>
        <h2 className={styles.heading}>Send a request</h2>
        <p>
          Call one URL with <code>code</code>, <code>api</code> and the endpoint’s parameters:
        </p>
        <p className={styles.example}>
          <code>{`GET ${base}?code=<operation>&api=<key>&…`}</code>
        </p>
      </div>
      <div className={styles.step}>
        <h2 className={styles.heading}>Know the limits</h2>
        <p>
          Any key opens almost every endpoint. The few that need a paid key are marked in the tables.
          {whenOwner(
            site,
            'apiBase',
            () => null,
            () =>
              ' The sandbox really runs image edits, colours, text styles and phone number checks. Everything else returns a sample, labelled as one.',
          )}
        </p>
      </div>
    </section>
  )
}
