import { Button, Group, Modal } from '@mantine/core'
import type { Prefix } from '#contract/core/values.ts'
import { useErrorMessage } from '#web/core/error-text.ts'
import { switchPrefix } from '#web/core/session-actions.ts'
import { useUnsavedForms } from '#web/core/unsaved-forms.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useAction } from '#web/ui/use-action.ts'
import { useRestoreFocus } from '#web/ui/use-restore-focus.ts'
import { requestPrefixSwitch } from './prefix-choice.ts'
import classes from './prefix-switch.module.css'

/** Names where one is going and what happens to this page. */
export default function PrefixDialog({ prefix }: { prefix: Prefix }) {
  const { t } = useTranslation(['shell', 'common'])
  const textOf = useErrorMessage()
  useRestoreFocus()
  const unsaved = useUnsavedForms(({ forms }) => forms.size > 0)
  const { busy, failure, run } = useAction()
  const name = t(`prefixes.${prefix}`)
  const close = (): void => requestPrefixSwitch(null)
  return (
    <Modal
      opened
      onClose={close}
      title={t('prefixSwitch.title', { name })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <p className={classes.text}>{t('prefixSwitch.text')}</p>
      {unsaved && <p className={classes.warning}>{t('prefixSwitch.unsaved')}</p>}
      <div role="alert">{failure !== null && <p className={classes.failure}>{textOf(failure)}</p>}</div>
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={close}>
          {t('common:cancel')}
        </Button>
        <Button data-autofocus disabled={busy} onClick={() => void run(() => switchPrefix(prefix))}>
          {t('prefixSwitch.go', { name })}
        </Button>
      </Group>
    </Modal>
  )
}
