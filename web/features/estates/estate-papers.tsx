import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import {
  type Estate,
  estateRequirementStates,
  indispensableRequirements,
  setEstateRequirement,
} from '#contract/estates.ts'
import { listAttachments } from '#contract/records/attachments.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { Section } from '#web/ui/section.tsx'

type Requirement = Estate['requirements'][number]
type PaperFormValues = { state: Requirement['state']; attachmentId: string; note: string }

/** How far one paper is: the document of the client, or a note of where it is. */
const PaperDialog = ({ estate, paper, onClose }: { estate: Estate; paper: Requirement; onClose: () => void }) => {
  const { t } = useTranslation('estates')
  const fieldText = useFieldErrorText()
  const optional = useOptionalLabel()
  const { clientId, version } = estate
  const { data } = useQuery(
    buildQueryOptions(listAttachments, { params: { entity: 'client', recordId: clientId }, query: {} }),
  )
  const documents = data?.attachments ?? []
  const isListed = documents.some(({ id }) => id === paper.attachmentId)
  const sending = useSubmitForm<PaperFormValues>({
    defaults: { state: paper.state, attachmentId: paper.attachmentId ?? '', note: paper.note },
    submit: async ({ state, attachmentId, note }) => {
      const body = { version, state, attachmentId: attachmentId || null, note: note.trim() }
      const request = { params: { clientId, kind: paper.kind }, body }
      await callEndpoint(setEstateRequirement, request, { refreshOnRefusal: true })
      onClose()
    },
  })
  const { register, formState } = sending.form
  const states = estateRequirementStates.filter(
    (state) => state !== 'not_needed' || !indispensableRequirements.includes(paper.kind),
  )
  return (
    <Dialog title={t(`requirements.${paper.kind}`)} onClose={onClose}>
      <Form
        formState={sending}
        label={t(`requirements.${paper.kind}`)}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('papers.save')} onCancel={onClose} />}
      >
        <NativeSelect
          data-autofocus
          label={t('papers.state')}
          data={states.map((value) => ({ value, label: t(`requirementStates.${value}`) }))}
          error={fieldText(formState.errors.state)}
          {...register('state')}
        />
        <NativeSelect
          label={t('papers.document')}
          data={[
            { value: '', label: t('papers.noDocument') },
            ...(paper.attachmentId && !isListed
              ? [{ value: paper.attachmentId, label: paper.attachmentName ?? '–' }]
              : []),
            ...documents.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          error={fieldText(formState.errors.attachmentId)}
          {...register('attachmentId')}
        />
        <TextInput
          label={optional(t('papers.note'))}
          description={t('papers.noteHint')}
          maxLength={500}
          error={fieldText(formState.errors.note)}
          {...register('note')}
        />
      </Form>
    </Dialog>
  )
}

/** The checklist: every paper, how far it is, and where it is. */
export const EstatePapers = ({ estate, isEditable }: { estate: Estate; isEditable: boolean }) => {
  const { t } = useTranslation('estates')
  const format = useFormatters()
  const [open, setOpen] = useState<Requirement | null>(null)
  const rows = estate.requirements.map((paper) => ({ ...paper, id: paper.kind }))
  const columns = useMemo((): readonly RowColumn<Requirement & { id: string }, never>[] => {
    const edit = (paper: Requirement) => (
      <Button
        variant="default"
        size="xs"
        aria-label={t('papers.edit', { paper: t(`requirements.${paper.kind}`) })}
        onClick={() => setOpen(paper)}
      >
        {t('heirs.edit')}
      </Button>
    )
    return [
      { key: 'kind', label: t('papers.paper'), phone: 1, cell: (kind) => t(`requirements.${kind}`) },
      { key: 'state', label: t('papers.state'), phone: 2, cell: (state) => t(`requirementStates.${state}`) },
      {
        key: 'note',
        label: t('papers.where'),
        phone: 3,
        cell: (note, { attachmentName, changedByName, changedAt }) => (
          <>
            {[attachmentName, note].filter(Boolean).join(' · ') || '–'}
            {changedAt && (
              <div>{t('papers.changed', { name: changedByName ?? '–', date: format.dateTime(changedAt) })}</div>
            )}
          </>
        ),
      },
      ...(isEditable
        ? [
            {
              key: 'id' as const,
              label: t('heirs.edit'),
              isActions: true as const,
              phone: 'beside' as const,
              cell: (_: string, paper: Requirement & { id: string }) => edit(paper),
            },
          ]
        : []),
    ]
  }, [t, format, isEditable])
  return (
    <Section title={t('papers.title')}>
      <DataTable label={t('papers.title')} columns={columns} rows={rows} dense />
      {open && <PaperDialog estate={estate} paper={open} onClose={() => setOpen(null)} />}
    </Section>
  )
}
