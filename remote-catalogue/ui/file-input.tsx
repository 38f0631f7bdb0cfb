import type { ComponentProps, Ref } from 'react'
import styles from './file-input.module.css'

interface FileInputProps extends Omit<ComponentProps<'input'>, 'className' | 'type'> {
  readonly ref?: Ref<HTMLInputElement>
}

/** A field that takes a file, with the button of a browser in the looks of ours. */
export function FileInput(props: FileInputProps) {
  return <input type="file" className={styles.file} {...props} />
}
