import { Button } from '@portico/kit/ui/button.tsx'
import { TextField } from '@portico/kit/ui/text-field.tsx'
import type { ApiTarget } from '../../request/use-api-target.ts'
import styles from './api-key-field.module.css'
import { type ApiKeyStorage, apiKeyStorages, useApiKey } from './api-key-store.ts'

const storageLabels: Readonly<Record<ApiKeyStorage, string>> = {
  page: 'on this page only',
  tab: 'in this tab',
  device: 'on this device',
}

interface ApiKeyFieldProps {
  readonly target: ApiTarget
  /** The key of the next request. */
  readonly shownKey: string
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
}

/** The visitor's API key: masked, stored where they choose, and collapsed while there is nothing to enter. */
export function ApiKeyField({ target, shownKey, isOpen, onToggle }: ApiKeyFieldProps) {
  const [stored, store] = useApiKey()
  const demoKeys = Object.entries(target.demoKeys ?? {})
  return (
    <details
      className={styles.key}
      open={isOpen}
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
    >
      <summary>API key: {describeKey(shownKey, demoKeys)}</summary>
      <div className={styles.fields}>
        <TextField
          label="Your API key"
          name="api"
          type="password"
          autoComplete="off"
          hint="Only sent to the API. Never part of a link, a code sample or your history."
          value={shownKey}
          onChange={({ target }) => store({ ...stored, key: target.value.trim() })}
        />
        <fieldset className={styles.storages}>
          <legend>Remember this key</legend>
          {apiKeyStorages.map((storage) => (
            <label key={storage}>
              <input
                type="radio"
                checked={stored.storage === storage}
                onChange={() => store({ ...stored, storage })}
              />
              {storageLabels[storage]}
            </label>
          ))}
        </fieldset>
        {demoKeys.length > 0 && (
          <p className={styles.demo}>
            Free keys for the sandbox:{' '}
            {demoKeys.map(([kind, key]) => (
              <Button tone="secondary" size="small" key={kind} onClick={() => store({ ...stored, key })}>
                Use the {kind} key
              </Button>
            ))}
          </p>
        )}
      </div>
    </details>
  )
}

function describeKey(key: string, demoKeys: readonly (readonly [kind: string, key: string])[]): string {
  if (key === '') return 'none yet'
  const demo = demoKeys.find(([, value]) => value === key)
  return demo ? `the sandbox’s ${demo[0]} key` : 'yours'
}
