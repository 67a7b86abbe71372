import { Button, Input, Loader, Radio } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { type DragEvent, type Ref, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type ImportKind, importKinds } from '#contract/imports/fields.ts'
import { maxImportRows, uploadImport } from '#contract/imports.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import classes from './imports.module.css'

type DropZoneProps = {
  file: File | null
  busy: boolean
  onChoose: (file: File) => void
  fieldRef: Ref<HTMLInputElement>
  error: string | undefined
}

/** Takes a file that is dropped on it, or chosen by a click or a key. */
const ImportDropZone = ({ file, busy, onChoose, fieldRef, error }: DropZoneProps) => {
  const { t } = useTranslation(['imports', 'import-steps'])
  const format = useFormatters()
  const id = useId()
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped && !busy) onChoose(dropped)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard has the field inside; this only takes what is dropped.
    <div
      className={classes.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileImport size={28} stroke={1.5} aria-hidden />
      <strong>{file ? file.name : over ? t('import-steps:upload.dropNow') : t('import-steps:upload.drop')}</strong>
      <span className={classes.muted}>{t('import-steps:upload.limit', { rows: format.number(maxImportRows) })}</span>
      <input
        ref={fieldRef}
        id={id}
        type="file"
        aria-invalid={error !== undefined}
        aria-describedby={error && `${id}-error`}
        accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        className={classes.file}
        aria-label={t('import-steps:upload.file')}
        disabled={busy}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          if (chosen) onChoose(chosen)
        }}
      />
      <label htmlFor={id} className={classes.choose}>
        {file ? t('import-steps:upload.other') : t('import-steps:upload.choose')}
      </label>
      {error && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
    </div>
  )
}

/** Says what a file is about and uploads it. Nothing is imported by that. */
export default function UploadImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['imports', 'import-steps', 'common', 'form'])
  const navigate = useNavigate()
  const [kind, setKind] = useState<ImportKind>('movements')
  const [file, setFile] = useState<File | null>(null)
  const [isMissing, setMissing] = useState(false)
  const fileField = useRef<HTMLInputElement>(null)
  const { busy, failure, setFailure, run } = useAction()
  const send = async (): Promise<void> => {
    if (busy) return
    if (!file) {
      setMissing(true)
      fileField.current?.focus()
      return
    }
    await run(async () => {
      const content = new Blob([file], { type: uploadImport.upload.types[0] })
      const { id } = await callEndpoint(uploadImport, { query: { kind, fileName: file.name.slice(-200) }, content })
      onClose()
      await navigate(`/crm/Importar/${id}`)
    })
  }
  return (
    <Dialog
      title={t('import-steps:upload.title')}
      description={t('import-steps:upload.lead')}
      size="lg"
      onClose={onClose}
    >
      <form
        className={layoutClasses.stack}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Radio.Group
          label={t('import-steps:upload.kind')}
          value={kind}
          onChange={(value) => setKind(value as ImportKind)}
        >
          <div className={classes.kinds}>
            {importKinds.map((value) => (
              <Radio
                key={value}
                value={value}
                label={t(`kinds.${value}`)}
                description={t(`kindTexts.${value}`)}
                disabled={busy}
              />
            ))}
          </div>
        </Radio.Group>
        <ImportDropZone
          file={file}
          busy={busy}
          fieldRef={fileField}
          error={isMissing ? t('form:codes.required') : undefined}
          onChoose={(chosen) => {
            setFile(chosen)
            setMissing(false)
            setFailure(null)
          }}
        />
        <FailureMessage of={failure} />
        <div role="status">
          {busy && (
            <span className={classes.busy}>
              <Loader size={16} /> {t('import-steps:upload.busy')}
            </span>
          )}
        </div>
        <div className={classes.ends}>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <SubmitButton busy={busy}>{t('import-steps:upload.submit')}</SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
