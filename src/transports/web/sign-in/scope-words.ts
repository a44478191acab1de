/** Scopes in words, for the people who decide on them. */
import type { Scope } from '../../../platform/oauth/scopes.ts'
import { type Html, html } from '../../page/html.ts'

const WORDS: Readonly<Record<Scope, string>> = {
  boundaries: 'find and get boundaries, and spend your units on them',
  areas: 'draw areas from descriptions, and spend your units on them',
  feedback: 'read, post and upvote feedback as you',
  account:
    'see and change your account, and create and revoke keys, which can do everything and stay valid when you revoke the app',
}

export const scopeList = (scopes: readonly Scope[]): Html =>
  html`<ul>${scopes.map((scope) => html`<li>${WORDS[scope]}</li>`)}</ul>`
