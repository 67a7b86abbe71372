import { NativeSelect, TextInput } from '@mantine/core'
import {
  changeListView,
  createListView,
  type ListView,
  type ListViewState,
  type ViewAudience,
} from '#contract/list-views.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'

type Props = {
  list: string
  /** What a new view keeps. */
  state: ListViewState
  /** The view that is renamed or shared; a new one without it. */
  view: ListView | undefined
  audiences: readonly ViewAudience[]
  onSaved: (view: ListView) => void
  onClose: () => void
}

/** The name of a view, and who has it. */
export const ViewDialog = ({ list, state, view, audiences, onSaved, onClose }: Props) => {
  const { t } = useTranslation('list-views')
  const fieldText = useFieldErrorText()
  const title = view ? t('editing', { name: view.name }) : t('creating')
  const sending = useSubmitForm<{ name: string; sharedWith: ViewAudience }>({
    defaults: { name: view?.name ?? '', sharedWith: view?.sharedWith ?? 'nobody' },
    submit: async (values) =>
      onSaved(
        view
          ? await callEndpoint(changeListView, {
              params: { viewId: view.id },
              body: { ...values, version: view.version },
            })
          : await callEndpoint(createListView, { body: { ...values, list, state } }),
      ),
  })
  const { register, formState } = sending.form
  const offered = view && !audiences.includes(view.sharedWith) ? [...audiences, view.sharedWith] : audiences
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        formState={sending}
        label={title}
        actions={<SubmitCancelButtons submit={t('create')} busy={sending.busy} onCancel={onClose} />}
      >
        <TextInput
          label={t('name')}
          maxLength={60}
          autoComplete="off"
          data-autofocus
          {...register('name', { required: 'required' })}
          error={fieldText(formState.errors.name)}
        />
        <NativeSelect
          label={t('sharedWith')}
          data={offered.map((value) => ({ value, label: t(`audiences.${value}`) }))}
          {...register('sharedWith')}
          error={fieldText(formState.errors.sharedWith)}
        />
      </Form>
    </Dialog>
  )
}
