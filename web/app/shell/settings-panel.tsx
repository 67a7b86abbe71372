import { Button, Drawer } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { layoutOptions } from '#contract/personal-area/layouts.ts'
import type { Layout } from '#contract/personal-area/preferences.ts'
import { resetLayout, setLayout, setRightSideBarOpen, useLayoutStore } from '#web/core/layout.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { DialogBody } from '#web/ui/dialog.tsx'
import { useRestoreFocus } from '#web/ui/use-restore-focus.ts'
import classes from './settings-panel.module.css'

type LayoutOptionName = keyof Layout
type LayoutOptionHint = 'notInMode' | 'twoColumnOnly' | 'noSide'
const hasSeparateMenu = (mode: Layout['layoutMode']): boolean => mode === 'horizontal' || mode === 'two-column'

/** Why an option does nothing as the layout is now. */
const getOptionHint = (name: LayoutOptionName, { layoutMode }: Layout): LayoutOptionHint | null => {
  if (name === 'leftSideBarType' && hasSeparateMenu(layoutMode)) return 'notInMode'
  if (name === 'twoColumnTheme' && layoutMode !== 'two-column') return 'twoColumnOnly'
  if (name === 'showSidebarUserInfo' && layoutMode === 'horizontal') return 'noSide'
  return null
}

const LayoutOption = ({ name }: { name: LayoutOptionName }) => {
  const { t } = useTranslation('layout')
  const preferred = useLayoutStore((state) => state.preferred)
  // A light menu on a dark page is drawn dark: it is called what is seen.
  const isDark = useLayoutStore(({ effective }) => effective.layoutColor === 'dark')
  const hint = getOptionHint(name, preferred)
  const isSwitch = typeof preferred[name] === 'boolean'
  return (
    <fieldset className={classes.option} disabled={hint !== null}>
      <legend className={classes.legend}>{t(`options.${name}`)}</legend>
      <div className={classes.values}>
        {layoutOptions[name].map((value) => (
          <label key={String(value)} className={classes.value}>
            <input
              className={classes.radio}
              type="radio"
              name={name}
              checked={preferred[name] === value}
              onChange={() => setLayout({ [name]: value })}
            />
            {!isSwitch && <span className={classes.preview} data-preview={`${name} ${value}`} aria-hidden />}
            {isSwitch
              ? t(value ? 'yes' : 'no')
              : t(
                  isDark && value === 'light' && name !== 'layoutColor'
                    ? 'values.asPage'
                    : `values.${String(value) as Exclude<Layout[LayoutOptionName], boolean>}`,
                )}
          </label>
        ))}
      </div>
      {hint && <p className={classes.hint}>{t(`hints.${hint}`)}</p>}
    </fieldset>
  )
}

/** Every option of the shell's look, each taking effect as it is chosen, and the way back to none. */
export default function SettingsPanel({ opened }: { opened: boolean }) {
  const { t } = useTranslation(['layout', 'shell', 'common'])
  const narrow = useLayoutStore(({ effective }) => effective.narrow)
  useRestoreFocus(opened)
  return (
    <Drawer
      opened={opened}
      onClose={() => setRightSideBarOpen(false)}
      position="right"
      size={340}
      title={t('shell:settingsPanel')}
      overlayProps={{ className: classes.overlay! }}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <DialogBody>
        <p className={classes.hint}>{t(narrow ? 'narrow' : 'kept')}</p>
        {(Object.keys(layoutOptions) as LayoutOptionName[]).map((name) => (
          <LayoutOption key={name} name={name} />
        ))}
        <div className={classes.reset}>
          <Button variant="default" fullWidth leftSection={<IconRestore size={16} />} onClick={resetLayout}>
            {t('reset')}
          </Button>
        </div>
      </DialogBody>
    </Drawer>
  )
}
