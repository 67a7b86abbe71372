import { Button } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { useErrorMessage } from '#web/core/error-text.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import layoutClasses from '#web/ui/layout.module.css'
import textClasses from '#web/ui/text.module.css'
import { useObjectUrl } from '#web/ui/use-object-url.ts'
import classes from './client-kyc.module.css'
import type { SideUpload } from './use-side-upload.ts'

/** Pictures as cameras make them, and what scanners write. */
const acceptedFileTypes = 'image/jpeg,image/png,image/webp,application/pdf'

type Props = { label: string; upload: SideUpload; isMissing: boolean }

/** Where one side is chosen, let fall or photographed, and what became of it. */
export const SidePicker = ({ label, upload, isMissing }: Props) => {
  const { t } = useTranslation('client-kyc')
  const format = useFormatters()
  const textOf = useErrorMessage()
  const input = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const { file, state, sent, error, choose } = upload
  const preview = useObjectUrl(file?.type.startsWith('image/') ? file : undefined)
  const over = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  const pick = (files: FileList | null): void => {
    const [first] = files ?? []
    if (first) choose(first)
  }
  const picker = (ref: typeof input, name: string, isCamera: boolean) => (
    <input
      ref={ref}
      type="file"
      hidden
      accept={isCamera ? 'image/*' : acceptedFileTypes}
      {...(isCamera && { capture: 'environment' as const })}
      aria-label={name}
      onChange={({ currentTarget }) => {
        pick(currentTarget.files)
        // The same file can be chosen again.
        currentTarget.value = ''
      }}
    />
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a place for the pointer; the buttons in it are for everybody.
    <div
      role="group"
      aria-label={label}
      className={classes.side}
      data-over={isOver || undefined}
      data-invalid={isMissing || undefined}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        pick(event.dataTransfer.files)
      }}
    >
      <span className={classes.sideTitle}>{label}</span>
      {preview && <img className={classes.thumb} src={preview} alt="" />}
      <div className={layoutClasses.buttons}>
        <Button
          variant="default"
          size="xs"
          aria-label={`${t(file ? 'sides.change' : 'sides.choose')}: ${label}`}
          onClick={() => input.current?.click()}
        >
          {t(file ? 'sides.change' : 'sides.choose')}
        </Button>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconCamera size={14} aria-hidden />}
          aria-label={`${t('sides.camera')}: ${label}`}
          onClick={() => camera.current?.click()}
        >
          {t('sides.camera')}
        </Button>
      </div>
      {picker(input, `${t('sides.choose')}: ${label}`, false)}
      {picker(camera, `${t('sides.camera')}: ${label}`, true)}
      {state === 'sending' && (
        <progress className={classes.progress} value={sent} aria-label={t('sides.progress', { side: label })} />
      )}
      <div role="status" className={classes.muted}>
        {state === 'none' && t('sides.hint')}
        {state === 'sending' && (sent < 1 ? format.percent(String(Math.floor(sent * 100))) : t('sides.checking'))}
        {state === 'done' && t('sides.ready')}
      </div>
      <div role="alert" className={textClasses.wrong}>
        {state === 'failed' && textOf(error)}
      </div>
    </div>
  )
}
