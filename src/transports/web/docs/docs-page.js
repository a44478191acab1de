/** The script of the pages of the docs: copies code, shows one form of each call, and searches all pages. Without it everything is shown. */
{
  const element = (name, attributes = {}, ...children) => {
    const made = document.createElement(name)
    for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
    made.append(...children)
    return made
  }

  const status = element('p', { class: 'unseen', role: 'status' })
  document.querySelector('.docs')?.append(status)

  // Code blocks

  const COPIED_MS = 2000
  const PROMPT = '$ '

  /** Of a session, which shows prompts and answers, only the commands. */
  const copiedText = (code) => {
    if (!code.startsWith(PROMPT)) return code
    const commands = code.matchAll(/^\$ ((?:.*\\\n)*.*)$/gm)
    return Array.from(commands, ([, command]) => command).join('\n')
  }

  /** Browsers give the clipboard only to pages over TLS or of this machine; elsewhere the text is selected. */
  const copy = async (block) => {
    const copying = navigator.clipboard?.writeText(copiedText(block.textContent))
    const isCopied = (await copying?.then(() => true).catch(() => false)) ?? false
    if (!isCopied) getSelection().selectAllChildren(block)
    return isCopied ? ['Copied', 'Copied'] : ['Selected', 'Selected: copy it with Ctrl+C or ⌘C']
  }

  for (const block of document.querySelectorAll('pre[data-copy], pre.command')) {
    const button = element('button', { type: 'button', class: 'copy plain' }, 'Copy')
    let timer
    button.addEventListener('click', async () => {
      const [shown, spoken] = await copy(block)
      button.textContent = shown
      status.textContent = spoken
      clearTimeout(timer)
      timer = setTimeout(() => {
        button.textContent = 'Copy'
        status.textContent = ''
      }, COPIED_MS)
    })
    const box = element('div', { class: 'copied' })
    block.replaceWith(box)
    box.append(block, button)
  }

  // Forms of a call

  const CHOICE = 'metes-form'

  /** Private windows and settings may refuse the storage. */
  const stored = (use) => {
    try {
      return use(localStorage)
    } catch {
      return null
    }
  }

  const groups = []
  const choose = (name) => {
    for (const group of groups) {
      const chosen = group.some(({ form }) => form.dataset.form === name) ? name : group[0].form.dataset.form
      for (const { form, tab } of group) {
        const isChosen = form.dataset.form === chosen
        form.hidden = !isChosen
        tab.setAttribute('aria-selected', isChosen)
        tab.tabIndex = isChosen ? 0 : -1
      }
    }
  }

  const chooseByPerson = (tab, name) => {
    // The other groups change their heights, too.
    const { top } = tab.getBoundingClientRect()
    choose(name)
    scrollBy(0, tab.getBoundingClientRect().top - top)
    stored((storage) => storage.setItem(CHOICE, name))
  }

  const formsFrom = (first) => {
    const forms = [first]
    for (let next = first.nextElementSibling; next?.matches('.form'); next = next.nextElementSibling)
      forms.push(next)
    return forms
  }

  for (const first of document.querySelectorAll('.form')) {
    if (first.previousElementSibling?.matches('.form')) continue
    const tabList = element('div', { role: 'tablist', class: 'form-tabs', 'aria-label': 'Form of the call' })
    const group = formsFrom(first).map((form, at) => {
      const id = `form-${groups.length}-${at}`
      const name = form.dataset.form
      const tab = element(
        'button',
        { type: 'button', role: 'tab', id: `${id}-tab`, 'aria-controls': id },
        name,
      )
      form.id = id
      form.setAttribute('role', 'tabpanel')
      form.setAttribute('aria-labelledby', tab.id)
      tab.addEventListener('click', () => chooseByPerson(tab, name))
      return { form, tab }
    })
    tabList.append(...group.map(({ tab }) => tab))
    tabList.addEventListener('keydown', (event) => {
      const steps = { ArrowRight: 1, ArrowLeft: -1 }
      if (!(event.key in steps)) return
      event.preventDefault()
      const at = group.findIndex(({ tab }) => tab === event.target)
      const { form, tab } = group.at((at + steps[event.key]) % group.length)
      chooseByPerson(tab, form.dataset.form)
      tab.focus()
    })
    first.before(tabList)
    groups.push(group)
  }
  choose(stored((storage) => storage.getItem(CHOICE)))

  // Search

  const MAX_RESULTS = 12
  const MAX_RESULTS_PER_PAGE = 3
  const SNIPPET_LETTERS = 160

  const fold = (text) =>
    ` ${text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `

  /** The index as sections: where each is, and its words. */
  const sectionsOf = (pages) =>
    pages.flatMap(({ path, title, sections }) =>
      sections.map(({ anchor, heading, text }) => ({
        path,
        title,
        heading,
        text,
        href: anchor === '' ? path : `${path}#${anchor}`,
        folded: [fold(title), fold(heading), fold(text)],
      })),
    )

  let loading
  const load = () => {
    loading ??= fetch('/docs/search.json')
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(answer.statusText))))
      .then(sectionsOf)
    // The next letter tries again.
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }

  /** For a word in the title of a page, in a heading, and in the text; a whole word counts more than the start of one. */
  const WEIGHTS = [8, 6, 1]
  /** The title belongs to the whole page, so its first section is found by it. */
  const TITLE_OF_LATER_SECTION = 1

  const MAX_COUNTED = 4

  const scoreOf = ({ folded, heading }, word) =>
    folded.reduce((score, text, at) => {
      const weight = at === 0 && heading !== '' ? TITLE_OF_LATER_SECTION : WEIGHTS[at]
      const count = Math.min(text.split(` ${word}`).length - 1, MAX_COUNTED)
      if (count === 0) return score
      return score + weight * (text.includes(` ${word} `) ? 1.5 : 1) + (count - 1) * 0.5
    }, 0)

  /** Sections with all words; if there are none, those with the most words. */
  const find = (sections, query) => {
    const words = fold(query).split(' ').filter(Boolean)
    if (words.length === 0) return []
    const phrase = fold(query)
    const scored = sections
      .map((section) => {
        const scores = words.map((word) => scoreOf(section, word))
        const isNamed = section.folded.some((text, at) => at < 2 && text === phrase)
        return {
          section,
          matched: scores.filter((score) => score > 0).length,
          score: scores.reduce((sum, score) => sum + score, isNamed ? 20 : 0),
        }
      })
      .filter(({ matched }) => matched > 0)
    const most = Math.max(...scored.map(({ matched }) => matched))
    const perPage = new Map()
    return scored
      .filter(({ matched }) => matched === most)
      .sort((a, b) => b.score - a.score)
      .map(({ section }) => section)
      .filter(({ path }) => {
        const count = (perPage.get(path) ?? 0) + 1
        perPage.set(path, count)
        return count <= MAX_RESULTS_PER_PAGE
      })
      .slice(0, MAX_RESULTS)
  }

  /** The text around the first word that was found, as nodes with the words marked. */
  const snippetOf = (text, query) => {
    const words = query
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .map((word) => `(?<![\\p{L}\\p{N}])${word}`)
    const found = new RegExp(words.join('|'), 'giu')
    const first = text.search(found)
    const from = first < 60 ? 0 : text.indexOf(' ', first - 60) + 1
    const cut = text.slice(from, from + SNIPPET_LETTERS)
    const nodes = []
    let at = 0
    for (const { index, 0: word } of cut.matchAll(found)) {
      nodes.push(cut.slice(at, index), element('mark', {}, word))
      at = index + word.length
    }
    const end = from + SNIPPET_LETTERS < text.length ? '…' : ''
    return [from > 0 ? '… ' : '', ...nodes, cut.slice(at) + end]
  }

  const form = document.querySelector('.docs-search')
  const input = form?.querySelector('input')

  if (input) {
    const list = element('div', { id: 'docs-results', role: 'listbox', 'aria-label': 'Found in the docs' })
    const none = element('p', { class: 'docs-none' })
    const box = element('div', { class: 'docs-found', hidden: '' }, list, none)
    form.append(box)
    for (const [attribute, value] of Object.entries({
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-controls': list.id,
      'aria-expanded': 'false',
    }))
      input.setAttribute(attribute, value)

    let active = -1
    const options = () => [...list.children]
    const activate = (at) => {
      active = at
      options().forEach((option, index) => {
        option.setAttribute('aria-selected', index === at)
      })
      const option = list.children[at]
      if (option === undefined) input.removeAttribute('aria-activedescendant')
      else {
        input.setAttribute('aria-activedescendant', option.id)
        option.scrollIntoView({ block: 'nearest' })
      }
    }

    const open = (isOpen) => {
      box.hidden = !isOpen
      list.hidden = list.children.length === 0
      input.setAttribute('aria-expanded', isOpen && list.children.length > 0)
      if (!isOpen) activate(-1)
    }

    const say = (text) => {
      none.textContent = text
      status.textContent = text
    }

    const optionOf = ({ href, title, heading, text }, at, query) =>
      element(
        'a',
        { role: 'option', id: `docs-result-${at}`, href, tabindex: '-1', 'aria-selected': 'false' },
        element('strong', {}, title),
        ...(heading === '' ? [] : [` › ${heading}`]),
        element('span', { class: 'quiet' }, ...snippetOf(text, query)),
      )

    const search = async () => {
      const query = input.value.trim()
      if (query === '') {
        list.replaceChildren()
        say('')
        return open(false)
      }
      let found
      try {
        found = find(await load(), query)
      } catch {
        list.replaceChildren()
        say('The search does not work now. The contents list all pages.')
        return open(true)
      }
      // Somebody who types on asks for something else.
      if (query !== input.value.trim()) return
      list.replaceChildren(...found.map((section, at) => optionOf(section, at, query)))
      say(found.length === 0 ? 'No page has these words.' : '')
      if (found.length > 0) status.textContent = found.length === 1 ? '1 result' : `${found.length} results`
      open(true)
      activate(-1)
    }

    const step = (by) => {
      const count = list.children.length
      if (count > 0) activate(active < 0 && by < 0 ? count - 1 : (active + by + count) % count)
    }

    input.addEventListener('focus', () => load().catch(() => {}))
    input.addEventListener('input', search)
    input.addEventListener('keydown', (event) => {
      if (event.isComposing) return
      const isOpen = !box.hidden
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault()
        if (isOpen) step(event.key === 'ArrowDown' ? 1 : -1)
        else search()
      } else if (event.key === 'Escape' && isOpen) {
        event.preventDefault()
        open(false)
      } else if (event.key === 'Tab') open(false)
    })
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      if (box.hidden || list.children.length === 0) await search()
      list.children[Math.max(active, 0)]?.click()
    })
    // A page may be the one that is shown.
    list.addEventListener('click', () => open(false))
    form.addEventListener('focusout', ({ relatedTarget }) => {
      if (!form.contains(relatedTarget)) open(false)
    })

    // Sent before this script ran.
    const sent = new URLSearchParams(location.search).get('q')
    if (sent !== null) {
      input.value = sent
      input.focus()
      search()
    }
  }
}
