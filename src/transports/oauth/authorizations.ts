/** Authorizations in progress, for the consent page. */
import type { Interaction, Provider } from 'oidc-provider'
import { clientHost } from '../../platform/oauth/client-host.ts'
import { type Grants, shownName } from '../../platform/oauth/grants.ts'
import { readScopes, type Scope } from '../../platform/oauth/scopes.ts'

export interface Authorization {
  /** The name that the app gave itself, unverified. */
  readonly clientName: string | null
  /** Host that vouches for the app, by a metadata document; null for an app that registered itself. */
  readonly clientHost: string | null
  /** Address at which the browser continues afterwards. */
  readonly redirectUri: string
  readonly scopes: readonly Scope[]
}

export interface Authorizations {
  /** Returns null if it has expired, or was started in another browser. `cookie` is the value of `INTERACTION_COOKIE`. */
  readonly find: (id: string, cookie: string | null) => Promise<Authorization | null>
  /** Decides, and returns the path at which the browser continues; null as for `find`. */
  readonly decide: (
    id: string,
    cookie: string | null,
    decision: 'deny' | { readonly accountId: string; readonly address: string },
  ) => Promise<string | null>
}

export interface AuthorizationOptions {
  /** Loaded on first use: most commands never need it. */
  readonly provider: () => Promise<Provider>
  readonly grants: Pick<Grants, 'allow'>
}

export const createAuthorizations = ({ provider, grants }: AuthorizationOptions): Authorizations => {
  /** Another person who knows the id must not decide, because the browser that started it would get the access. */
  const findStarted = async (id: string, cookie: string | null) => {
    if (cookie !== id) return null
    const server = await provider()
    const interaction = await server.Interaction.find(id)
    const client = await server.Client.find(String(interaction?.params.client_id))
    return interaction === undefined || client === undefined ? null : { interaction, client }
  }

  return {
    find: async (id, cookie) => {
      const found = await findStarted(id, cookie)
      if (found === null) return null
      const { interaction, client } = found
      return {
        clientName: shownName(client.clientName ?? null),
        clientHost: clientHost(client.clientId),
        redirectUri: String(interaction.params.redirect_uri),
        scopes: readScopes(String(interaction.params.scope)),
      }
    },
    decide: async (id, cookie, decision) => {
      const found = await findStarted(id, cookie)
      if (found === null) return null
      const { interaction, client } = found
      if (interaction.result === undefined) {
        interaction.result =
          decision === 'deny'
            ? { error: 'access_denied', error_description: 'The person denied this request.' }
            : await allowed(grants, interaction, client, decision)
        await interaction.persist()
      }
      return new URL(interaction.returnTo).pathname
    },
  }
}

const allowed = async (
  grants: Pick<Grants, 'allow'>,
  { params }: Interaction,
  { clientId, clientName }: { readonly clientId: string; readonly clientName?: string },
  { accountId, address }: { readonly accountId: string; readonly address: string },
) => {
  const grantId = await grants.allow(
    {
      accountId,
      clientId,
      clientName: clientName ?? null,
      scopes: readScopes(String(params.scope)),
      resources: [params.resource as string | readonly string[]].flat(),
    },
    { way: 'page', address },
  )
  return { login: { accountId, remember: false }, consent: { grantId } }
}
