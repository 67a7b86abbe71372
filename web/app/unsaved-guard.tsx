import './styles/shell.ts'
import { Button, Group, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router'
import { useUnsavedForms } from '#web/core/unsaved-forms.ts'
import classes from './idle-warning.module.css'

/** Leaving for these isn't the person's wish, or keeps drafts by itself. */
const unguardedPathPattern = /^\/(auth|access-denied|maintenance)(\/|$)/i

/** Asks before a page with unsent changes is left for another. */
export const UnsavedGuard = () => {
  const { t } = useTranslation('presence')
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation: { pathname: from }, nextLocation: { pathname: to } }) => {
      const { forms } = useUnsavedForms.getState()
      return forms.size > 0 && from !== to && !unguardedPathPattern.test(to)
    },
  )
  const leave = (): void => {
    for (const form of useUnsavedForms.getState().forms) form.discard()
    proceed?.()
  }
  return (
    <Modal
      opened={state === 'blocked'}
      onClose={() => reset?.()}
      title={t('unsaved.title')}
      withCloseButton={false}
      centered
    >
      <p className={classes.text}>{t('unsaved.text')}</p>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={leave}>
          {t('unsaved.leave')}
        </Button>
        <Button data-autofocus onClick={() => reset?.()}>
          {t('unsaved.stay')}
        </Button>
      </Group>
    </Modal>
  )
}
