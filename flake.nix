{
  description = "Edit text files exactly as asked, or not at all";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      forEach = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
      manifest = nixpkgs.lib.importTOML ./Cargo.toml;
    in
    {
      packages = forEach (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = "incise";
          version = manifest.workspace.package.version;
          src = self;
          cargoLock.lockFile = ./Cargo.lock;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          # The tests start other programs and create file systems, so only CI runs them.
          doCheck = false;
          postInstall = ''
            installManPage man/*.1
            installShellCompletion completions/incise.{bash,fish} completions/_incise
          '';
          meta = {
            description = manifest.package.description;
            license = with pkgs.lib.licenses; [ mit asl20 ];
            mainProgram = "incise";
          };
        };
      });
    };
}
