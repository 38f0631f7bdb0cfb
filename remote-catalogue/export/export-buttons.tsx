import { useHost } from '@portico/kit/contract/contract.ts'
import { Button } from '@portico/kit/ui/button.tsx'
import { useState } from 'react'
import { getApiTarget } from '../request/use-api-target.ts'
import { getReleaseFileUrl, replaceBase } from './download.ts'
import styles from './export-buttons.module.css'
import { type ExportFormat, exportFormats } from './export-formats.ts'

/** The whole catalogue for other tools, with the API's base URL filled in. No file contains a key. */
export function ExportButtons() {
  const { apiBase } = useHost().site
  const [failed, setFailed] = useState<string | null>(null)
  const save = async ({ file, name }: ExportFormat) => {
    const { base } = getApiTarget(apiBase, location.origin) // a click may come before hydration has ended
    const isSaved = await saveExport(file, base)
    setFailed(isSaved ? null : name)
  }
  return (
    <div className={styles.exports}>
      <span>Export</span>
      {exportFormats.map((format) => (
        <span key={format.file} className={styles.format}>
          <Button tone="secondary" size="small" onClick={() => void save(format)}>
            {format.name}
          </Button>
          {format.hint}
        </span>
      ))}
      <span role="alert">{failed && `The ${failed} couldn’t be downloaded. Try again.`}</span>
    </div>
  )
}

/** Downloads an export as a file; false if the request fails. */
async function saveExport(file: string, base: string): Promise<boolean> {
  try {
    const response = await fetch(getReleaseFileUrl(file))
    if (!response.ok) return false
    const url = URL.createObjectURL(
      new Blob([replaceBase(await response.text(), base)], { type: 'application/json' }),
    )
    const link = Object.assign(document.createElement('a'), { href: url, download: file })
    link.click()
    URL.revokeObjectURL(url)
    return true
  } catch {
    return false // Offline, or the file is unavailable.
  }
}
