import { Button } from '@portico/shared/ui/button.tsx'
import { TextField } from '@portico/shared/ui/text-field.tsx'
import type { ApiTarget } from '../../request/use-api-target.ts'
import styles from './api-key-field.module.css'
import { type ApiKeyStorage, apiKeyStorages, useApiKey } from './api-key-store.ts'

const storageLabels: Readonly<Record<ApiKeyStorage, string>> = {
  page: 'on this page only',
  tab: 'in this tab',
  device: 'on this device',
}

/** The visitor's API key: masked, and remembered for as long as they choose. */
export function ApiKeyField({ target }: { readonly target: ApiTarget }) {
  const [stored, store] = useApiKey()
  return (
    <div className={styles.key}>
      <TextField
        label="Your API key"
        name="api"
        type="password"
        autoComplete="off"
        hint="Only sent to the API. Never part of a link, a code sample or your history."
        value={stored.key}
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
      {target.demoKeys && (
        <p className={styles.demo}>
          Free keys for the sandbox:{' '}
          {Object.entries(target.demoKeys).map(([kind, key]) => (
            <Button tone="secondary" size="small" key={kind} onClick={() => store({ ...stored, key })}>
              Use the {kind} key
            </Button>
          ))}
        </p>
      )}
    </div>
  )
}
