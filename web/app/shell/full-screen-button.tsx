import { ActionIcon } from '@mantine/core'
import { IconArrowsMaximize, IconArrowsMinimize } from '@tabler/icons-react'
import { useTranslation } from '#web/core/use-translation.ts'
import { isFullScreenSupported, toggleFullScreen, useFullScreen } from './full-screen.ts'
import classes from './topbar.module.css'

/** Where the browser can fill the screen. */
export const FullScreenButton = () => {
  const { t } = useTranslation('shell')
  const full = useFullScreen()
  if (!isFullScreenSupported()) return null
  const Icon = full ? IconArrowsMinimize : IconArrowsMaximize
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      className={classes.icon!}
      aria-label={t(full ? 'fullScreen.leave' : 'fullScreen.enter')}
      onClick={() => void toggleFullScreen()}
    >
      <Icon size={20} stroke={1.6} />
    </ActionIcon>
  )
}
