import { Button, Checkbox, Popover } from '@mantine/core'
import { IconLayoutGrid } from '@tabler/icons-react'
import { type DashboardBlock, dashboardSections, dashboardTiles } from '#contract/figures/dashboard-blocks.ts'
import { setDashboard } from '#web/core/session-preferences.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from '#web/domain/figures/figures.module.css'
import { MoveButtons } from '#web/ui/move-buttons.tsx'
import { moveBlock, toggleBlock } from './dashboard-arrangement.ts'

type Props = {
  /** Those that the person may see. */
  offered: readonly DashboardBlock[]
  /** Of them those that are shown, in their order. */
  shown: readonly DashboardBlock[]
}

const useBlockName = () => {
  const { t } = useTranslation('figures')
  return (block: DashboardBlock): string => {
    const tile = dashboardTiles.find((known) => known === block)
    if (tile) return t(`figures.${tile}`)
    return t(`arrangement.${dashboardSections.find((known) => known === block)!}`)
  }
}

/** What stands on one's dashboard and in which order. Each change holds at once, and at the next sign-in. */
export const ArrangeDashboard = ({ offered, shown }: Props) => {
  const { t } = useTranslation('figures')
  const nameOf = useBlockName()
  const hidden = offered.filter((block) => !shown.includes(block))
  return (
    <Popover position="bottom-end" trapFocus returnFocus shadow="md" width={340}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconLayoutGrid size={16} aria-hidden />}>
          {t('arrangement.open')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('arrangement.open')}>
        <p className={classes.moment}>{t('arrangement.hint')}</p>
        <ul className={classes.blocks}>
          {[...shown, ...hidden].map((block, at) => (
            <li key={block}>
              <Checkbox
                size="xs"
                label={nameOf(block)}
                checked={at < shown.length}
                onChange={() => setDashboard(toggleBlock(shown, block))}
              />
              {at < shown.length && (
                <MoveButtons
                  upLabel={t('arrangement.up', { block: nameOf(block) })}
                  downLabel={t('arrangement.down', { block: nameOf(block) })}
                  isFirst={at === 0}
                  isLast={at === shown.length - 1}
                  onMove={(by) => setDashboard(moveBlock(shown, block, by))}
                />
              )}
            </li>
          ))}
        </ul>
        <Button variant="subtle" size="compact-xs" onClick={() => setDashboard(null)}>
          {t('arrangement.reset')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
