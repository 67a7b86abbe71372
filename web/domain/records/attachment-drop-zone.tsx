import { Button, CloseButton } from '@mantine/core'
import { type DragEvent, useRef, useState } from 'react'
import { useErrorMessage } from '#web/core/error-text.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import layoutClasses from '#web/ui/layout.module.css'
import type { RecordKey } from './record-key.ts'
import classes from './records.module.css'
import { canRetryUpload, type PendingUpload, useAttachmentUploads } from './use-uploads.ts'

const acceptedFileTypes = '.pdf,.jpg,.jpeg,.png,.webp,.docx,.xlsx,.pptx,.odt,.ods,.odp,.csv,.txt,.eml'

type UploadRowProps = { upload: PendingUpload; onRetry: () => void; onDismiss: () => void }

/** Nothing more goes; the server looks at what it is. */
const isSent = ({ state, sent }: PendingUpload): boolean => state === 'sending' && sent >= 1

const UploadRow = ({ upload, onRetry, onDismiss }: UploadRowProps) => {
  const { t } = useTranslation(['records', 'common'])
  const textOf = useErrorMessage()
  const format = useFormatters()
  const { file, state, sent, error } = upload
  const isFailed = state === 'failed'
  return (
    <li className={classes.uploading} data-failed={isFailed || undefined}>
      <div className={classes.words}>
        <strong translate="no">{file.name}</strong>{' '}
        {isFailed ? (
          <span role="alert">{textOf(error)}</span>
        ) : (
          <span>
            {t(`attachments.states.${isSent(upload) ? 'checking' : state}`)}
            {state === 'sending' && !isSent(upload) && ` ${format.percent(String(Math.floor(sent * 100)))}`}
          </span>
        )}
        {state === 'sending' && (
          <progress
            className={classes.progress}
            value={sent}
            aria-label={t('attachments.progress', { name: file.name })}
          />
        )}
      </div>
      {canRetryUpload(upload) && (
        <Button variant="default" size="compact-sm" onClick={onRetry}>
          {t('attachments.retry')}
        </Button>
      )}
      <CloseButton
        size="sm"
        aria-label={t(isFailed ? 'attachments.dismiss' : 'attachments.stop', { name: file.name })}
        onClick={onDismiss}
      />
    </li>
  )
}

/** Where files are let fall or chosen, and what becomes of each. */
export const AttachmentDropZone = ({ recordKey }: { recordKey: RecordKey }) => {
  const { t } = useTranslation('records')
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const { files, add, retry, dismiss } = useAttachmentUploads(recordKey)
  const over = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  return (
    <div className={layoutClasses.tightRows}>
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
            <UploadRow key={file.id} upload={file} onRetry={() => retry(file)} onDismiss={() => dismiss(file.id)} />
          ))}
        </ul>
      )}
    </div>
  )
}
