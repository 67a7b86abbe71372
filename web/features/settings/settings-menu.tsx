import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './settings-menu.module.css'
import {
  buildSettingsHref,
  findSettings,
  type SettingsEntry,
  type SettingsPart,
  settingsGroupKeys,
  settingsGroups,
} from './settings-parts.ts'
import { useSettingsEntries } from './use-settings-entries.ts'

type Props = { offered: readonly SettingsPart[]; current: SettingsPart }

const SettingsResults = ({ found, onOpen }: { found: readonly SettingsEntry[]; onOpen: () => void }) => {
  const { t } = useTranslation('settings')
  return (
    <>
      <p className={classes.count} role="status">
        {t('search.found', { count: found.length })}
      </p>
      <ul className={classes.list}>
        {found.map(({ part, section, title }) => (
          <li key={`${part} ${section}`}>
            <Link className={classes.link} to={buildSettingsHref(part, section)} onClick={onOpen}>
              {title}
              <small className={classes.part}>{t(`parts.${part}`)}</small>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** All parts of the settings, and a search over their sections. */
export const SettingsMenu = ({ offered, current }: Props) => {
  const { t } = useTranslation('settings')
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const entries = useSettingsEntries(offered)
  const found = typed.trim() ? findSettings(entries, typed) : null
  const openFirst = ({ key }: KeyboardEvent): void => {
    const first = found?.[0]
    if (key === 'Escape') setTyped('')
    if (key !== 'Enter' || !first) return
    setTyped('')
    void navigate(buildSettingsHref(first.part, first.section))
  }
  return (
    <nav className={classes.menu} aria-label={t('parts.label')}>
      <TextInput
        type="search"
        aria-label={t('search.label')}
        placeholder={t('search.label')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={openFirst}
      />
      {found ? (
        <SettingsResults found={found} onOpen={() => setTyped('')} />
      ) : (
        settingsGroupKeys.map((group) => {
          const parts = settingsGroups[group].filter((part) => offered.includes(part))
          return (
            <section key={group} aria-label={t(`parts.groups.${group}`)} data-group={group}>
              <h2 className={classes.group}>{t(`parts.groups.${group}`)}</h2>
              <ul className={classes.list}>
                {parts.map((part) => (
                  <li key={part}>
                    <Link
                      className={classes.link}
                      to={buildSettingsHref(part)}
                      aria-current={part === current ? 'page' : undefined}
                    >
                      {t(`parts.${part}`)}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          )
        })
      )}
    </nav>
  )
}
