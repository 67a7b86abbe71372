import { Button, TextInput } from '@mantine/core'
import {
  IconFile,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconMail,
  IconPhoto,
  IconPresentation,
} from '@tabler/icons-react'
import { type ComponentType, useState } from 'react'
import * as attachments from '#contract/records/attachments.ts'
import { callEndpoint, callForStream } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { downloadBlob } from '#web/ui/export/save-stream.ts'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { ResultMessages } from '#web/ui/use-result-message.ts'
import { AttachmentPreviewDialog } from './attachment-preview-dialog.tsx'
import type { RecordKey } from './record-key.ts'
import classes from './records.module.css'

const attachmentIcons: Record<attachments.Attachment['kind'], ComponentType<{ size?: number; stroke?: number }>> = {
  pdf: IconFileTypePdf,
  picture: IconPhoto,
  document: IconFileText,
  spreadsheet: IconFileSpreadsheet,
  presentation: IconPresentation,
  text: IconFile,
  email: IconMail,
}

/** 1 234 567 → '1,2 MB'. */
const useFormatFileSize = () => {
  const format = useFormatters()
  return (bytes: number): string => {
    if (bytes < 1000) return `${format.number(bytes)} B`
    if (bytes < 1_000_000) return `${format.number(Math.round(bytes / 1000))} kB`
    return `${format.decimal((bytes / 1_000_000).toFixed(1))} MB`
  }
}

type Props = {
  recordKey: RecordKey
  attachment: attachments.Attachment
  mayWork: boolean
  messages: ResultMessages
}
type AttachmentAction = 'look' | 'describe' | 'remove' | null

const AttachmentDescriptionForm = ({
  attachment,
  onSave,
  onDone,
}: {
  attachment: attachments.Attachment
  onSave: (text: string, version: number) => void
  onDone: () => void
}) => {
  const { t } = useTranslation(['records', 'common'])
  const [text, setText] = useState(attachment.description)
  // Of the description that was there when the change began: what was changed elsewhere since is not undone.
  const [version] = useState(attachment.version)
  return (
    <form
      className={classes.describe}
      onSubmit={(event) => {
        event.preventDefault()
        onSave(text, version)
      }}
    >
      <TextInput
        aria-label={t('attachments.description')}
        placeholder={t('attachments.description')}
        maxLength={300}
        autoFocus
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button variant="default" onClick={onDone}>
        {t('common:cancel')}
      </Button>
      <SubmitButton>{t('comments.save')}</SubmitButton>
    </form>
  )
}

/** One document: what it is, who added it and when, and what can be done with it. */
export const Attachment = ({ recordKey, attachment, mayWork, messages }: Props) => {
  const { t } = useTranslation('records')
  const format = useFormatters()
  const size = useFormatFileSize()
  const { run, failure, busy } = useAction()
  const [openAction, setDoing] = useState<AttachmentAction>(null)
  const { name, kind, bytes, description, authorName, at, removedAt, removedByName, version, id } = attachment
  const Icon = attachmentIcons[kind]
  const params = { ...recordKey, attachmentId: id }
  const isShown = !removedAt && (kind === 'pdf' || kind === 'picture')
  const download = () =>
    run(async () => downloadBlob(await (await callForStream(attachments.downloadAttachment, { params })).blob(), name))
  const restore = (seenVersion: number) =>
    callEndpoint(attachments.restoreAttachment, { params, body: { version: seenVersion } }, { refreshOnRefusal: true })
  const remove = () =>
    run(async () => {
      const removed = await callEndpoint(
        attachments.removeAttachment,
        { params, body: { version } },
        { refreshOnRefusal: true },
      )
      const undo = async () => {
        await restore(removed.version)
        return t('attachments.restored', { name })
      }
      messages.show({ text: t('attachments.removedNow', { name }), undo })
    })
  const tool = (label: string, act: () => void) => (
    <Button variant="subtle" size="compact-sm" disabled={busy} onClick={act} aria-label={`${label}: ${name}`}>
      {label}
    </Button>
  )
  return (
    <li className={classes.document}>
      <span className={classes.icon} aria-hidden>
        <Icon size={20} stroke={1.6} />
      </span>
      <div className={classes.words}>
        <strong className={classes.name} translate="no">
          {name}
        </strong>
        <div className={classes.line}>
          <span>{t(`attachments.kinds.${kind}`)}</span>
          <span>{size(bytes)}</span>
          <span translate="no">{authorName ?? t('comments.somebody')}</span>
          <time dateTime={at} title={format.dateTime(at)}>
            {format.relative(at)}
          </time>
          {removedAt && <span>{t('attachments.removedBy', { name: removedByName ?? t('comments.somebody') })}</span>}
        </div>
        {openAction === 'describe' ? (
          <AttachmentDescriptionForm
            attachment={attachment}
            onDone={() => setDoing(null)}
            onSave={(text, seenVersion) =>
              void run(() =>
                callEndpoint(
                  attachments.changeAttachment,
                  { params, body: { description: text, version: seenVersion } },
                  { refreshOnRefusal: true },
                ),
              ).then((isDone) => isDone && setDoing(null))
            }
          />
        ) : (
          description && <p className={classes.body}>{description}</p>
        )}
        <FailureMessage of={failure} />
        <div className={classes.tools}>
          {isShown && tool(t('attachments.look'), () => setDoing('look'))}
          {!removedAt && tool(t('attachments.download'), () => void download())}
          {mayWork &&
            !removedAt &&
            tool(t(description ? 'attachments.redescribe' : 'attachments.describe'), () => setDoing('describe'))}
          {mayWork && !removedAt && tool(t('attachments.remove'), () => setDoing('remove'))}
          {mayWork &&
            removedAt &&
            tool(
              t('attachments.restore'),
              () =>
                void run(async () => {
                  await restore(version)
                  messages.show({ text: t('attachments.restored', { name }) })
                }),
            )}
        </div>
      </div>
      {openAction === 'look' && (
        <AttachmentPreviewDialog
          recordKey={recordKey}
          attachment={attachment}
          onDownload={() => void download()}
          onClose={() => setDoing(null)}
        />
      )}
      {openAction === 'remove' && (
        <ConfirmDialog
          title={t('attachments.removeTitle', { name })}
          text={t('attachments.removeText', { days: format.number(attachments.attachmentRestoreDays) })}
          action={t('attachments.remove')}
          onConfirm={() => void remove()}
          onClose={() => setDoing(null)}
        />
      )}
    </li>
  )
}
