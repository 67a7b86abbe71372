import { FileInput } from '@mantine/core'
import { useRef } from 'react'
import { Controller } from 'react-hook-form'
import {
  addClientDocument,
  type ClientDocument,
  changeClientDocument,
  clientDocumentKinds,
  maxClientDocumentBytes,
} from '#contract/client-documents.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import { CallError, callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { generateIdempotencyKey } from '#web/core/idempotency-key.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { requiredRule, useFormFields } from '#web/ui/form/use-form-fields.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'

const acceptedFileTypes = '.pdf,.jpg,.jpeg,.png,.webp,.docx,.xlsx,.pptx,.odt,.ods,.odp,.csv,.txt,.eml'

const fileTooLargeError = new CallError(413, {
  code: 'file.tooLarge',
  fields: { megabytes: String(maxClientDocumentBytes / 1_000_000) },
})

type Values = { file: File | null; title: string; kind: ClientDocument['kind']; date: string; retainUntil: string }
type Props = {
  clientId: string
  /** The one that is described anew; none: a new one is uploaded. */
  document?: ClientDocument
  onDone: (message: string) => void
  onClose: () => void
}

/** Adds a document to the file of a client, or says anew what one is. */
export const DocumentDialog = ({ clientId, document, onDone, onClose }: Props) => {
  const { t } = useTranslation(['client-documents', 'form', 'list'])
  const format = useFormatters()
  const dayOf = useParseTypedDate()
  const key = useRef(generateIdempotencyKey())
  const add = async ({ file, title, kind }: Values, date: string, retainUntil: string | undefined) => {
    if (file!.size > maxClientDocumentBytes) throw fileTooLargeError
    const content = new Blob([file!], { type: 'application/octet-stream' })
    const query = {
      fileName: file!.name.slice(-200),
      kind,
      date,
      ...(title.trim() && { title: title.trim() }),
      ...(retainUntil && { retainUntil }),
    }
    const headers = { [idempotencyKeyHeader]: key.current }
    await callEndpoint(addClientDocument, { params: { clientId }, query, content }, { headers })
  }
  const sending = useSubmitForm<Values>({
    defaults: {
      file: null,
      title: document?.title ?? '',
      kind: document?.kind ?? 'contract',
      date: document ? format.date(document.date) : '',
      retainUntil: document?.retainUntil ? format.date(document.retainUntil) : '',
    },
    version: document?.version,
    submit: async (values, version) => {
      const date = dayOf(values.date)
      if (!date) throw new CallError(422, { code: 'request.invalid', fields: { date: 'required' } })
      const retainUntil = dayOf(values.retainUntil)
      if (document) {
        const params = { clientId, documentId: document.id }
        const body = {
          version,
          kind: values.kind,
          title: values.title.trim(),
          date,
          retainUntil: retainUntil ?? null,
        }
        await callEndpoint(changeClientDocument, { params, body }, { refreshOnRefusal: true })
      } else await add(values, date, retainUntil)
      onDone(t(document ? 'changed' : 'added'))
      onClose()
    },
  })
  const { form } = sending
  const { text, day, choice, errorOf } = useFormFields({
    form,
    getLabel: (name) => t(`fields.${name}`),
  })
  const name = t(document ? 'edit' : 'add')
  return (
    <Dialog title={name} onClose={onClose}>
      <Form
        formState={sending}
        label={name}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('save')} onCancel={onClose} />}
      >
        {!document && (
          <Controller
            control={form.control}
            name="file"
            rules={requiredRule}
            render={({ field: { ref, value, onChange, onBlur } }) => (
              <FileInput
                ref={ref}
                data-autofocus
                label={t('fields.file')}
                description={t('fileHint')}
                placeholder={t('choose')}
                accept={acceptedFileTypes}
                value={value}
                onChange={(file) => {
                  // Another file is another request.
                  key.current = generateIdempotencyKey()
                  onChange(file)
                }}
                onBlur={onBlur}
                error={errorOf('file')}
              />
            )}
          />
        )}
        {text('title', 200, document ? requiredRule : {})}
        {choice(
          'kind',
          clientDocumentKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
          requiredRule,
        )}
        {day('date', { isOptional: false })}
        {day('retainUntil', { description: t('retainHint') })}
      </Form>
    </Dialog>
  )
}
