import { uploadLimits } from '@portico/kit/api/image-upload.ts'
import { Button } from '@portico/kit/ui/button.tsx'
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { FileInput } from '../../ui/file-input.tsx'
import { useObjectUrl } from '../use-object-url.ts'
import { fitImage } from './fit-image.ts'
import styles from './image-upload-field.module.css'
import { checkImageFile, type UploadedImage, uploadRequirements } from './uploaded-image.ts'

interface ImageUploadFieldProps {
  /** The parameters that accept an image; the first is the default. */
  readonly names: readonly string[]
  readonly image: UploadedImage | null
  readonly onChange: (image: UploadedImage | null) => void
}

/** Lets the visitor choose, drop or paste an image instead of a URL. Only the sandbox accepts one. */
export function ImageUploadField({ names, image, onChange }: ImageUploadFieldProps) {
  const [error, setError] = useState<string | null>(null)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const selectFile = async (selected: File | undefined) => {
    if (selected === undefined) return
    const file = await fitImage(selected)
    const reason = checkImageFile(file)
    setError(reason)
    if (reason === null) onChange({ file, names: image?.names ?? names.slice(0, 1) })
  }
  const remove = () => {
    if (input.current) input.current.value = ''
    input.current?.focus()
    setError(null)
    onChange(null)
  }
  usePastedFile((file) => void selectFile(file))
  const dropTarget = useDropTarget((file) => void selectFile(file))
  return (
    <fieldset className={styles.upload} {...dropTarget}>
      <legend>
        <label htmlFor={id}>Use my own image</label>
      </legend>
      <p id={`${id}-note`} className={styles.note}>
        Sent instead of the URL, and never stored. {uploadRequirements}; larger photos are scaled.
      </p>
      <p className={styles.choose}>
        <FileInput
          ref={input}
          id={id}
          aria-describedby={`${id}-note`}
          accept={uploadLimits.types.join(',')}
          onChange={({ target }) => void selectFile(target.files?.[0])}
        />
        <span>or drop or paste it here.</span>
      </p>
      <p role="alert" className={styles.error}>
        {error}
      </p>
      {image && (
        <ChosenImage image={image} onRemove={remove}>
          {names.length > 1 && <ParameterChoice names={names} image={image} onChange={onChange} />}
        </ChosenImage>
      )}
    </fieldset>
  )
}

interface ChosenImageProps {
  readonly image: UploadedImage
  readonly onRemove: () => void
  /** Shown beside the name of the file. */
  readonly children: ReactNode
}

function ChosenImage({ image: { file }, onRemove, children }: ChosenImageProps) {
  return (
    <div className={styles.chosen}>
      <Thumbnail file={file} />
      <span className={styles.name}>{file.name}</span>
      {children}
      <Button tone="secondary" size="small" onClick={onRemove}>
        Use the URL again
      </Button>
    </div>
  )
}

/** Selects the parameters that it replaces; at least one. */
function ParameterChoice({
  names,
  image,
  onChange,
}: ImageUploadFieldProps & { readonly image: UploadedImage }) {
  const toggle = (name: string, isSelected: boolean) => {
    const selected = names.filter((other) => (other === name ? isSelected : image.names.includes(other)))
    if (selected.length > 0) onChange({ ...image, names: selected })
  }
  return names.map((name) => (
    <label key={name} className={styles.parameter}>
      <input
        type="checkbox"
        checked={image.names.includes(name)}
        onChange={({ target }) => toggle(name, target.checked)}
      />
      as <code>{name}</code>
    </label>
  ))
}

function Thumbnail({ file }: { readonly file: File }) {
  const url = useObjectUrl(file)
  const [unreadable, setUnreadable] = useState<string | null>(null)
  if (url !== null && url === unreadable) return <span>This file can’t be previewed.</span>
  return url && <img className={styles.thumbnail} src={url} alt="" onError={() => setUnreadable(url)} />
}

/** Props for an element on which the visitor may drop a file. */
function useDropTarget(onFile: (file: File | undefined) => void) {
  const [isDraggedOver, setDraggedOver] = useState(false)
  return {
    'data-over': isDraggedOver,
    onDragOver(event: DragEvent) {
      event.preventDefault() // else the browser would open the file
      setDraggedOver(true)
    },
    onDragLeave: () => setDraggedOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      setDraggedOver(false)
      onFile(event.dataTransfer.files[0])
    },
  }
}

/** Handles an image pasted anywhere on the page. Pasted text is left alone. */
function usePastedFile(onFile: (file: File | undefined) => void): void {
  const latest = useRef(onFile)
  latest.current = onFile
  useEffect(() => {
    const handlePaste = ({ clipboardData }: ClipboardEvent) => latest.current(clipboardData?.files[0])
    document.addEventListener('paste', handlePaste)
    return () => document.removeEventListener('paste', handlePaste)
  }, [])
}
