import type { ComponentProps, Ref } from 'react'
import styles from './file-input.module.css'

interface FileInputProps extends Omit<ComponentProps<'input'>, 'className' | 'type'> {
  readonly ref?: Ref<HTMLInputElement>
}

/** A file field whose native button is styled like ours. */
export function FileInput(props: FileInputProps) {
  return <input type="file" className={styles.file} {...props} />
}
