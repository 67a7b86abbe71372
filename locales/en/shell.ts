import type es from '../es/shell.ts'
import type { Shape } from '../shape.ts'

export default {
  product: 'Atalaya',
  screens: {
    personal: 'Personal area',
    settings: 'Settings',
    clients: 'Clients',
    client: 'Client',
    account: 'Account',
  },
  groups: {
    system: 'System',
    business: 'Business',
  },
  prefixes: {
    dino: 'Spain',
    dino_uab: 'Portugal',
    cfl: 'Mexico',
  },
  roles: {
    admin: 'Administration',
    direction: 'Direction',
    supervisor: 'Supervisor',
    manager: 'Manager',
    partner: 'Partner',
    advisor: 'Advisor',
    banker: 'Banker',
    investments: 'Investments',
    hr: 'Human resources',
    user: 'User',
  },
  languages: {
    spanish: 'Español',
    english: 'English',
    portuguese: 'Português',
    mexican: 'Español (México)',
  },
  skip: 'Skip to content',
  menu: {
    main: 'Main menu',
    open: 'Open the menu',
    close: 'Close the menu',
    home: 'Atalaya home',
  },
  breadcrumb: 'Where you are',
  language: 'Language',
  theme: {
    dark: 'Switch to dark mode',
    light: 'Switch to light mode',
  },
  prefix: 'Database: {{name}}',
  profile: {
    open: 'Your account: {{name}}',
    signOut: 'Sign out',
  },
  currency: {
    label: 'Currency',
    converted:
      'Amounts converted to {{code}} (€1 = {{rate}} {{code}} from {{date}}). The books and exported files are in euros.',
    back: 'Show euros',
  },
  footer: {
    version: 'Version {{version}}',
    help: 'Help and shortcuts',
  },
  palette: {
    open: 'Search or go to…',
    title: 'Search or go to a page',
    hint: 'Name, identity, phone, e-mail or CVL',
    screens: 'Pages',
    clients: 'Clients',
    searching: 'Searching…',
    nothing: 'Nothing matches “{{text}}”.',
    failed: 'Search isn’t answering. Try again.',
    start: 'Type at least two letters to look for clients.',
    manager: 'Manager: {{name}}',
  },
  keys: {
    title: 'Keyboard shortcuts',
    palette: 'Search or go to a page',
    search: 'Search the list',
    move: 'Next or previous row',
    open: 'Open the row',
    clients: 'Go to clients',
    record: 'Previous or next record of the list',
    help: 'This help',
    between: 'then',
  },
} satisfies Shape<typeof es>
