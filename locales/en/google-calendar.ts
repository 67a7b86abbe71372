const problems = {
  revoked: 'The permission was withdrawn or has expired.',
  scope: 'The permission to read the calendar is missing.',
  blocked: 'Your organisation does not let Atalaya read its Google Calendar.',
  limited: 'Google has asked us to wait: there were too many requests.',
  unreachable: 'Google is not responding.',
  misconfigured: 'Google does not recognise Atalaya. Tell the system administrator.',
  tooMany: 'The calendar has too many events to be read in full.',
}

export default {
  title: 'Google Calendar',
  lead: 'Your Google events show in your agenda, and free slots for meetings take them into account. Atalaya only reads: it never changes anything at Google.',
  privacy: {
    title: 'Who sees what',
    own: 'Only you see the titles of your events, which are kept encrypted.',
    others: 'Your colleagues see at most that you are busy, and not why.',
    kept: 'Events from a month ago to half a year ahead are kept. Disconnecting deletes them.',
  },
  none: {
    title: 'Not connected',
    text: 'Google will ask you for permission to read your calendar and the directory of your organisation.',
    off: 'Google Calendar is not set up in this installation yet. Ask the system administrator.',
  },
  state: {
    title: 'Connection',
    connected: 'Connected',
    reconnect: 'Reconnection needed',
    account: 'Account',
    since: 'Connected since',
    syncedAt: 'Last read',
    never: 'Not yet',
    nextSyncAt: 'Next read',
    events: 'Events kept',
    directory: 'Directory of the organisation',
    hasDirectory: 'Available when choosing attendees',
    noDirectory: 'No permission',
  },
  problems,
  retry: 'It will be tried again on {{at}}. Until then the agenda shows what was read last.',
  mend: 'Connect again to keep the agenda up to date.',
  actions: {
    connect: 'Connect Google Calendar',
    connecting: 'Connecting…',
    reconnect: 'Connect again',
    sync: 'Read now',
    disconnect: 'Disconnect',
    agenda: 'See the agenda',
  },
  done: {
    connected: 'Google Calendar connected with {{email}}. Its events will show in a few seconds.',
    requested: 'Reading the calendar…',
    removed: 'Google Calendar disconnected. The stored events have been deleted.',
  },
  refused: 'You did not give permission. You can connect at any time.',
  disconnect: {
    title: 'Disconnect Google Calendar',
    text: 'Atalaya will stop reading your calendar and delete the events it kept. Nothing changes at Google.',
  },
}

/** What lists of all features say of this one. */
export const words = {
  screens: { googleCalendar: 'Google Calendar' },
  modules: { bt_Calendario: 'Google Calendar' },
  actions: {
    googleCalendar_connected: 'Connects their Google Calendar',
    googleCalendar_disconnected: 'Disconnects their Google Calendar',
    googleCalendar_lost: 'Google no longer accepts the connection of a calendar',
  },
  entities: { bt_Calendario: 'Screen: Google Calendar' },
  jobs: {
    googleCalendar_due: 'Google Calendar: calendars to read',
    googleCalendar_sync: 'Google Calendar: reading one calendar',
  },
  notifications: {
    googleCalendar: {
      lost: {
        title: 'Google Calendar disconnected',
        text: 'Google no longer accepts the connection with {{email}}. Connect again to see your events in the agenda.',
      },
    },
  },
  refusals: {
    'googleCalendar.notConfigured': 'Google Calendar is not set up in this installation.',
    'googleCalendar.expired': 'The permission took too long or was used already. Press “Connect” again.',
    'googleCalendar.refused': 'Google does not accept this permission. Press “Connect” again.',
    'googleCalendar.scope': 'The permission to read the calendar is missing. Connect again and leave its box ticked.',
    'googleCalendar.unreachable': 'Google is not responding. Try again in a few minutes.',
  },
}
