import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { tagColors } from '#contract/records/tag.ts'
import { changeTag, deleteTag, listTags, type ManagedTag, mergeTag } from '#contract/records/tags.ts'
import { callEndpoint } from '#web/core/call.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { TagChip } from '#web/domain/records/tag-chip.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { Section } from '#web/ui/section.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import classes from './settings.module.css'

type TagDialogProps = { tag: ManagedTag; onDone: () => void; onClose: () => void }

const ChangeTagDialog = ({ tag, onDone, onClose }: TagDialogProps) => {
  const { t } = useTranslation('records')
  const fieldText = useFieldErrorText()
  const sending = useSubmitForm({
    defaults: { name: tag.name, color: tag.color },
    version: tag.version,
    submit: async (values, version) => {
      await callEndpoint(changeTag, { params: { tagId: tag.id }, body: { ...values, version } })
      onDone()
    },
  })
  const { register, formState } = sending.form
  return (
    <Dialog title={t('manage.changeTitle')} onClose={onClose}>
      <Form
        formState={sending}
        label={t('manage.changeTitle')}
        actions={<SubmitCancelButtons submit={t('comments.save')} busy={sending.busy} onCancel={onClose} />}
      >
        <TextInput
          label={t('manage.fields.name')}
          maxLength={40}
          data-autofocus
          {...register('name', { required: 'required' })}
          error={fieldText(formState.errors.name)}
        />
        <NativeSelect
          label={t('manage.fields.color')}
          data={tagColors.map((value) => ({ value, label: t(`manage.colors.${value}`) }))}
          {...register('color')}
        />
      </Form>
    </Dialog>
  )
}

const MergeTagDialog = ({ tag, others, onDone, onClose }: TagDialogProps & { others: readonly ManagedTag[] }) => {
  const { t } = useTranslation('records')
  const sending = useSubmitForm({
    defaults: { intoId: others[0]?.id ?? '' },
    version: tag.version,
    submit: async ({ intoId }, version) => {
      await callEndpoint(mergeTag, { params: { tagId: tag.id }, body: { intoId, version } })
      onDone()
    },
  })
  return (
    <Dialog
      title={t('manage.mergeTitle', { name: tag.name })}
      description={t('manage.mergeLead', { name: tag.name })}
      onClose={onClose}
    >
      <Form
        formState={sending}
        label={t('manage.mergeTitle', { name: tag.name })}
        actions={<SubmitCancelButtons submit={t('manage.merge')} busy={sending.busy} onCancel={onClose} />}
      >
        <NativeSelect
          label={t('manage.mergeInto')}
          data={others.map(({ id, name }) => ({ value: id, label: name }))}
          {...sending.form.register('intoId')}
        />
      </Form>
    </Dialog>
  )
}

type TagDialogState = { action: 'change' | 'merge' | 'delete'; tag: ManagedTag } | null

/** The words by which records are sorted: renamed, merged and deleted here, created where they are put on a record. */
export const TagsSection = ({ mayEdit }: { mayEdit: boolean }) => {
  const { t } = useTranslation('records')
  const { data, error, refetch } = useQuery(buildQueryOptions(listTags, {}))
  const [doing, setDoing] = useState<TagDialogState>(null)
  const { failure, run } = useAction()
  const close = (): void => setDoing(null)
  const drop = async ({ id, version }: ManagedTag): Promise<void> => {
    await run(() => callEndpoint(deleteTag, { params: { tagId: id }, body: { version } }, { refreshOnRefusal: true }))
    close()
  }
  const renderActionButton = (action: NonNullable<TagDialogState>['action'], tag: ManagedTag) => (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-label={`${t(`manage.${action}`)}: ${tag.name}`}
      onClick={() => setDoing({ action, tag })}
    >
      {t(`manage.${action}`)}
    </Button>
  )
  const tags = data?.tags
  const columns: readonly RowColumn<ManagedTag, never>[] = [
    { key: 'name', label: t('manage.fields.name'), phone: 1, cell: (_, tag) => <TagChip tag={tag} /> },
    { key: 'records', label: t('manage.fields.records'), align: 'end', phone: 2 },
    ...(mayEdit
      ? [
          {
            key: 'id',
            label: t('manage.fields.actions'),
            phone: 3,
            cell: (_: string, tag: ManagedTag) => (
              <span className={classes.rowActions}>
                {renderActionButton('change', tag)}
                {tags!.length > 1 && renderActionButton('merge', tag)}
                {renderActionButton('delete', tag)}
              </span>
            ),
          } as const,
        ]
      : []),
  ]
  return (
    <Section id="tags" title={t('manage.title')} description={t('manage.lead')}>
      <FailureMessage of={failure} />
      {error && !tags && <ErrorState error={error} onRetry={() => void refetch()} />}
      {tags?.length === 0 && <p>{t('manage.none')}</p>}
      {!error && tags?.length !== 0 && (
        <DataTable label={t('manage.title')} columns={columns} rows={tags} expected={3} />
      )}
      {doing?.action === 'change' && <ChangeTagDialog tag={doing.tag} onDone={close} onClose={close} />}
      {doing?.action === 'merge' && (
        <MergeTagDialog
          tag={doing.tag}
          others={(tags ?? []).filter(({ id }) => id !== doing.tag.id)}
          onDone={close}
          onClose={close}
        />
      )}
      {doing?.action === 'delete' && (
        <ConfirmDialog
          title={t('manage.deleteTitle', { name: doing.tag.name })}
          text={t('manage.deleteText', { count: doing.tag.records })}
          action={t('manage.delete')}
          onConfirm={() => void drop(doing.tag)}
          onClose={close}
        />
      )}
    </Section>
  )
}
