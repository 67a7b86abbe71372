import { Button, CloseButton, Loader } from '@mantine/core'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorMessage } from '#web/core/error-text.ts'
import type { RecordKey } from './record-key.ts'
import classes from './records.module.css'
import { type PendingUpload, useAttachmentUploads } from './use-uploads.ts'

const acceptedFileTypes = '.pdf,.jpg,.jpeg,.png,.webp,.docx,.xlsx,.pptx,.odt,.ods,.odp,.csv,.txt,.eml'

const UploadRow = ({ file, onDismiss }: { file: PendingUpload; onDismiss: () => void }) => {
  const { t } = useTranslation(['records', 'common'])
  const textOf = useErrorMessage()
  return (
    <li className={classes.uploading} data-failed={file.state === 'failed' || undefined}>
      {file.state !== 'failed' && <Loader size={16} aria-hidden />}
      <span className={classes.words}>
        <strong translate="no">{file.name}</strong>{' '}
        {file.state === 'failed' ? (
          <span role="alert">{textOf(file.error)}</span>
        ) : (
          <span>{t(`attachments.states.${file.state}`)}</span>
        )}
      </span>
      {file.state === 'failed' && <CloseButton size="sm" aria-label={t('common:close')} onClick={onDismiss} />}
    </li>
  )
}

/** Where files are let fall or chosen, and what becomes of each. */
export const AttachmentDropZone = ({ of, onArrived }: { of: RecordKey; onArrived: () => unknown }) => {
  const { t } = useTranslation('records')
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const { files, add, dismiss } = useAttachmentUploads(of, onArrived)
  const over = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  return (
    <div className={classes.uploads}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a place for the pointer; the button in it is for everybody. */}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragEnter={over}
        onDragOver={over}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          add([...event.dataTransfer.files])
        }}
      >
        <Button variant="default" onClick={() => input.current?.click()}>
          {t('attachments.choose')}
        </Button>
        <span className={classes.hint}>{t('attachments.hint')}</span>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept={acceptedFileTypes}
          aria-label={t('attachments.choose')}
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])])
            // The same file can be chosen again.
            currentTarget.value = ''
          }}
        />
      </div>
      {files.length > 0 && (
        <ul className={classes.queue} aria-label={t('attachments.uploading')}>
          {files.map((file) => (
            <UploadRow key={file.id} file={file} onDismiss={() => dismiss(file.id)} />
          ))}
        </ul>
      )}
    </div>
  )
}
