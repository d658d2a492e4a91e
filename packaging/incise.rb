# The Homebrew formula. `packaging/release-files` fills in the repository, version and checksums.
class Incise < Formula
  desc "Edit text files exactly as asked, or not at all"
  homepage "https://github.com/OWNER/incise"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "https://github.com/OWNER/incise/releases/download/v@VERSION@/incise-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@SHA256:aarch64-apple-darwin@"
    end
    on_intel do
      url "https://github.com/OWNER/incise/releases/download/v@VERSION@/incise-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@SHA256:x86_64-apple-darwin@"
    end
  end

  on_linux do
    on_arm do
      url "https://github.com/OWNER/incise/releases/download/v@VERSION@/incise-@VERSION@-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256:aarch64-unknown-linux-musl@"
    end
    on_intel do
      url "https://github.com/OWNER/incise/releases/download/v@VERSION@/incise-@VERSION@-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256:x86_64-unknown-linux-musl@"
    end
  end

  def install
    bin.install "incise"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/incise.bash" => "incise"
    zsh_completion.install "completions/_incise"
    fish_completion.install "completions/incise.fish"
  end

  test do
    (testpath/"job.conf").write "retries = 3\n"
    system bin/"incise", "replace", "job.conf", "--old", "3", "--new", "5"
    assert_equal "retries = 5\n", (testpath/"job.conf").read
  end
end
